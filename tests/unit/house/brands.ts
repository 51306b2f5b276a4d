import type { CallInput } from '#src/client/api/send-request.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { formatMoney } from '#src/domain/money.ts';
import { pointsFor, type PurchasePayload } from '#src/operations/purchase/rule.ts';
import { marketAccount, ownAccount, transfer, voucherAccount } from '#src/operations/transfer.ts';
import type { Amount, MarketCode, MarketId, OpId, Points, VoucherId } from '#src/protocol/brands.ts';
import { voucherLink } from '#src/protocol/voucher-link.ts';
import type { Movement, PointsPosting } from '#src/server/ledger/movements.ts';
import { findReceipt } from '#src/server/ledger/receipts.ts';
import { lockVoucher, unblockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';

type Transfers<Kind extends Movement['kind']> = Extract<Movement, { kind: Kind }>['transfers'];
type Ids = { opId: OpId; voucherId: VoucherId; marketId: MarketId; marketCode: MarketCode };
type Sums = { amount: Amount; points: Points };
type Ways = { session: Session; db: MoneyDb; commands: Commands };

/**
 * Is compiled and never run. Each `@ts-expect-error` is the line before it with another kind of value or account: the types
 * do not pass when it compiles.
 */
export function brands(ids: Ids, { amount, points }: Sums, { session, db, commands }: Ways): void {
  const { opId, voucherId, marketId, marketCode } = ids;
  const [voucher, stall] = [voucherAccount(voucherId, marketId), ownAccount('stall', '', marketId)];
  const at = new Date();

  void (opId satisfies OpId);
  // @ts-expect-error a text is no id
  void ('text' satisfies OpId);

  void unblockVoucher(session, voucherId, at);
  // @ts-expect-error an operation is no voucher
  void unblockVoucher(session, opId, at);
  void lockVoucher(session, voucherId);
  // @ts-expect-error nor is one locked by its id
  void lockVoucher(session, opId);
  void voucherLink('', '', voucherId);
  // @ts-expect-error nor printed
  void voucherLink('', '', opId);
  void ({ codeQrUuid: voucherId } satisfies Pick<PurchasePayload, 'codeQrUuid'>);
  // @ts-expect-error nor sent
  void ({ codeQrUuid: opId } satisfies Pick<PurchasePayload, 'codeQrUuid'>);

  void findReceipt(session, { opId, bodyHash: '' });
  // @ts-expect-error a voucher is no operation on the server
  void findReceipt(session, { opId: voucherId, bodyHash: '' });
  void commands.accept(opId);
  // @ts-expect-error nor in the commands
  void commands.accept(voucherId);
  void db.envelopes.bulkGet([opId]);
  // @ts-expect-error nor in the database of the device
  void db.envelopes.bulkGet([voucherId]);
  void ({ opId } satisfies Pick<CallInput<typeof voucherCalls.reissueVoucher>, 'opId'>);
  // @ts-expect-error nor on the wire
  void ({ opId: voucherId } satisfies Pick<CallInput<typeof voucherCalls.reissueVoucher>, 'opId'>);

  void marketAccount('guarantee', marketId);
  // @ts-expect-error a code is no id of a market
  void marketAccount('guarantee', marketCode);
  void (marketCode satisfies SessionUser['globalMarketId']);
  // @ts-expect-error an id is no code of a market
  void (marketId satisfies SessionUser['globalMarketId']);

  void transfer(voucher, stall, amount - amount);
  // @ts-expect-error points are not posted as pesos
  void transfer(voucher, stall, points);
  void ([transfer(voucher, stall, amount)] satisfies Transfers<'purchase'>);
  // @ts-expect-error a purchase does not take from its stall
  void ([transfer(stall, voucher, amount)] satisfies Transfers<'purchase'>);
  void ([transfer(stall, voucher, amount)] satisfies Transfers<'void'>);
  // @ts-expect-error nor does its void pay it
  void ([transfer(voucher, stall, amount)] satisfies Transfers<'void'>);
  void ([transfer(marketAccount('redemption', marketId), voucher, amount)] satisfies Transfers<'redemption'>);
  // @ts-expect-error a reward is not cash
  void ([transfer(marketAccount('treasury', marketId), voucher, amount)] satisfies Transfers<'redemption'>);

  pointsFor(amount, amount);
  // @ts-expect-error points are not paid for
  pointsFor(points, amount);
  formatMoney(amount + amount, '$');
  // @ts-expect-error nor shown as pesos
  formatMoney(points, '$');
  void ({ nuevoSaldo: amount } satisfies Pick<PurchaseReceipt, 'nuevoSaldo'>);
  // @ts-expect-error nor a balance
  void ({ nuevoSaldo: points } satisfies Pick<PurchaseReceipt, 'nuevoSaldo'>);
  void ({ points } satisfies Pick<PointsPosting, 'points'>);
  // @ts-expect-error pesos are no points
  void ({ points: amount } satisfies Pick<PointsPosting, 'points'>);
}
