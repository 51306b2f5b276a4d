import type { MovementKind } from '#src/operations/movements.ts';
import type { AccountKind } from '#src/operations/transfer.ts';

/** +: the account gains, so the liability grows. -: it loses. ±: either. */
type Sign = '+' | '-' | '±';

/** For each movement kind, the account kinds of its legs and their signs. Any other leg is a finding. */
export const legSigns: Record<MovementKind, Partial<Record<AccountKind, Sign>>> = {
  'top-up': { cash: '-', voucher: '+' },
  'top-up-void': { cash: '+', treasury: '+', 'cash-difference': '+', voucher: '-' },
  refund: { voucher: '-', treasury: '+' },
  purchase: { voucher: '-', stall: '+', overspend: '-', clearing: '±' },
  void: { voucher: '+', stall: '-', overspend: '+', clearing: '±' },
  redemption: { redemption: '-', voucher: '+' },
  reissue: { voucher: '±' },
  join: { voucher: '±' },
  expiry: { voucher: '-', breakage: '+' },
  payout: { stall: '-', treasury: '+' },
  'cash-received': { cash: '+', treasury: '-', 'cash-difference': '±' },
  'till-float': { cash: '-', treasury: '+' },
  opening: { stall: '+', voucher: '+', opening: '-' },
  clearing: { clearing: '±', treasury: '±' },
  assignment: {
    overspend: '+',
    guarantee: '-',
    debt: '-',
    stall: '±',
    // For a top-up that could not be voided: the cash returned, and its voucher's remaining balance.
    cash: '+',
    treasury: '+',
    'cash-difference': '+',
    voucher: '-',
  },
};

/** Returns the legs that a movement of this kind cannot have, each written as "stall +". */
export function foreignLegs(kind: string, legs: readonly string[]): string[] {
  const signs: Partial<Record<string, Sign>> = isKind(kind) ? legSigns[kind] : {};
  return [...new Set(legs)].filter((leg) => {
    const [account = '', sign] = leg.split(' ');
    const allowed = signs[account];
    return allowed !== '±' && allowed !== sign;
  });
}

function isKind(kind: string): kind is MovementKind {
  return Object.hasOwn(legSigns, kind);
}
