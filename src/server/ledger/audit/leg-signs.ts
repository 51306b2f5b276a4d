import type { AccountKind } from '../legs.ts';
import type { MovementKind } from '../movement-details.ts';

/** +: the account gains, what we owe grows. -: it loses. ±: either. */
type Sign = '+' | '-' | '±';

/** For each kind of movement the kinds of account that its legs may be on, and their signs. A leg that is not here is a finding. */
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
  deduction: { stall: '-', deductions: '+' },
  'deduction-void': { stall: '+', deductions: '-' },
  'till-close': { cash: '±', treasury: '-', 'cash-difference': '±' },
  'till-float': { cash: '-', treasury: '+' },
  'till-hand-over': { cash: '+', 'in-transit': '-' },
  'till-hand-over-void': { cash: '-', 'in-transit': '+' },
  // Whoever answers for a difference: the till, the market, or nobody yet, and then it stays on its way.
  'till-receipt': { 'in-transit': '+', treasury: '-', cash: '-', 'cash-difference': '±' },
  'till-difference': { 'in-transit': '±', cash: '-', treasury: '+', 'cash-difference': '±' },
  opening: { stall: '+', voucher: '+', opening: '-' },
  'opening-void': { stall: '-', voucher: '-', opening: '+' },
  clearing: { clearing: '±', treasury: '±' },
  assignment: {
    overspend: '+',
    guarantee: '-',
    debt: '-',
    stall: '±',
    // Of a top-up that could not be undone: the cash that went back, and what its voucher had left.
    cash: '+',
    treasury: '+',
    'cash-difference': '+',
    voucher: '-',
  },
};

/** Returns those of these legs that a movement of this kind cannot have; each is written as "stall +". */
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
