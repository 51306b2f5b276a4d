import type { AssignmentMovement } from './assignment/rule.ts';
import type { CashReceivedMovement } from './cash-received/rule.ts';
import type { ClearingMovement } from './clearing/rule.ts';
import type { ExpiryMovement } from './expiry/rule.ts';
import type { JoinMovement } from './join/rule.ts';
import type { OpeningMovement } from './opening/rule.ts';
import type { PayoutMovement } from './payout/rule.ts';
import type { PurchaseMovement } from './purchase/rule.ts';
import type { RedemptionMovement } from './redemption/rule.ts';
import type { RefundMovement } from './refund/rule.ts';
import type { ReissueMovement } from './reissue/rule.ts';
import type { TillFloatMovement } from './till-float/rule.ts';
import type { TopUpVoidMovement } from './top-up-void/rule.ts';
import type { TopUpMovement } from './top-up/rule.ts';
import type { Transfer } from './transfer.ts';
import type { VoidMovement } from './void/rule.ts';

/** `transfers`: the pairs of accounts between which it moves money. `detail`: its row; amounts in the smallest unit shown. */
type Said = { transfers: Transfer; detail: object | null };

/** `table`: of the detail rows, whose columns are the fields of `detail`. `said` has no value; it carries the type. */
type Row<One extends Said> = { table: One['detail'] extends null ? null : string; said?: One };

function row<One extends Said>(table: Row<One>['table']): Row<One> {
  return { table };
}

/**
 * The kinds of movements. The pairs of accounts that a kind may use, its details and their table are derived from this;
 * the audit's own table (server/ledger/audit/leg-signs.ts) shares nothing with it but the names. An assignment has no
 * detail: it belongs to its sale.
 */
export const movements = {
  'top-up': row<TopUpMovement>('top_up'),
  'top-up-void': row<TopUpVoidMovement>('top_up_void'),
  refund: row<RefundMovement>('refund'),
  purchase: row<PurchaseMovement>('purchase'),
  void: row<VoidMovement>('purchase_void'),
  redemption: row<RedemptionMovement>('redemption'),
  reissue: row<ReissueMovement>('voucher_change'),
  join: row<JoinMovement>('voucher_join'),
  expiry: row<ExpiryMovement>('voucher_change'),
  payout: row<PayoutMovement>('payout'),
  'cash-received': row<CashReceivedMovement>('cash_received'),
  'till-float': row<TillFloatMovement>('till_float'),
  opening: row<OpeningMovement>('opening_balance'),
  clearing: row<ClearingMovement>('clearing_payment'),
  assignment: row<AssignmentMovement>(null),
};

type Rows = typeof movements;
export type MovementKind = keyof Rows;
type SaidBy<Kind extends MovementKind> = NonNullable<Rows[Kind]['said']>;
export type MovementDetails = { [Kind in MovementKind]: SaidBy<Kind>['detail'] };
export type MovementTransfers = { [Kind in MovementKind]: SaidBy<Kind>['transfers'] };
