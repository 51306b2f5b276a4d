import type { DayAccount, DayClose } from '#src/contract/cash/schemas.ts';
import type { MovementKind } from '#src/operations/movements.ts';
import { toAmount } from '#src/protocol/brands.ts';

/** An account with the sign that a reader expects: a larger figure is more, on its own side of the sheet. */
export interface SheetLine {
  account: string;
  before: number;
  changes: DayAccount['changes'];
  after: number;
}

/**
 * The ledger keeps these balances negative: cash at a point, and money that the market spent or is owed. They
 * are shown with the sign reversed, so that both sides have the same total when the day adds up.
 */
const heldAccounts = new Set([
  'cash',
  'treasury',
  'cash-difference',
  'redemption',
  'overspend',
  'guarantee',
  'debt',
  'opening',
]);

export function sidesOf(accounts: readonly DayAccount[]): { held: SheetLine[]; owed: SheetLine[] } {
  return {
    held: accounts.filter(({ account }) => heldAccounts.has(account)).map(turned),
    owed: accounts.filter(({ account }) => !heldAccounts.has(account)),
  };
}

export function totalAfter(lines: readonly SheetLine[]): number {
  return lines.reduce((sum, { after }) => sum + after, 0);
}

function turned({ account, before, changes, after }: DayAccount): SheetLine {
  return {
    account,
    before: 0 - before,
    changes: changes.map((change) => ({ ...change, total: toAmount(0 - change.total) })),
    after: 0 - after,
  };
}

/** Returns the day's flow, from the cash taken to the balance that customers can still spend. */
export function flowOf({ accounts }: DayClose) {
  const { held, owed } = sidesOf(accounts);
  const cash = held.find(({ account }) => account === 'cash');
  const vouchers = owed.find(({ account }) => account === 'voucher');
  const by = (line: SheetLine | undefined, movement: MovementKind) =>
    line?.changes.find((change) => change.movement === movement)?.total ?? 0;
  return {
    cashTaken: by(cash, 'top-up'),
    toppedUp: by(vouchers, 'top-up'),
    before: vouchers?.before ?? 0,
    openings: by(vouchers, 'opening'),
    rewards: by(vouchers, 'redemption'),
    spent: 0 - by(vouchers, 'purchase') - by(vouchers, 'void') - by(vouchers, 'assignment'),
    refunded: 0 - by(vouchers, 'refund'),
    undone: 0 - by(vouchers, 'top-up-void'),
    expired: 0 - by(vouchers, 'expiry'),
    outstanding: vouchers?.after ?? 0,
  };
}
