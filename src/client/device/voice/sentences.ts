import { type Clip, clipTimes } from './clip-times.ts';
import { spellAmount } from './spell-amount.ts';

/** Every word of an amount is a clip; the test spells a million amounts. */
function amountClips(amount: number): Clip[] {
  return spellAmount(amount).filter((word): word is Clip => word in clipTimes);
}

const deliveryOf = (lacking: number): Clip => (lacking > 0 ? 'doNotDeliver' : 'deliver');

/** Spoken text of a result: with the amount, without any name. */
export const sentences = {
  /** `lacking`: rest that another voucher still has to pay. */
  paid: (amount: number, lacking = 0): Clip[] => ['paid', ...amountClips(amount), deliveryOf(lacking)],
  accepted: (amount: number, lacking = 0): Clip[] => [
    'accepted',
    ...amountClips(amount),
    deliveryOf(lacking),
  ],
  paidBefore: (amount: number): Clip[] => ['paid', ...amountClips(amount)],
  pending: (amount: number): Clip[] => ['pending', ...amountClips(amount), 'doNotDeliver'],
  /** `holds`: amount that the voucher could pay; 0 when that is not the reason */
  refused: (holds: number): Clip[] =>
    holds > 0 ? ['refused', 'onlyHolds', ...amountClips(holds), 'doNotDeliver'] : ['refused', 'doNotDeliver'],
  badPaper: (): Clip[] => ['badPaper', 'doNotDeliver'],
  voided: (amount: number): Clip[] => ['voided', ...amountClips(amount), 'takeBack'],
  created: (amount: number): Clip[] => ['created', ...amountClips(amount), 'handOver'],
  notCreated: (): Clip[] => ['notCreated'],
  waiting: (amount: number): Clip[] => ['pending', ...amountClips(amount)],
  showPaper: (): Clip[] => ['showPaper'],
  /** Amount tapped so far, and the voucher's balance. */
  entered: (amount: number, holds: number): Clip[] =>
    amount === 0
      ? ['holds', ...amountClips(holds)]
      : [...amountClips(amount), 'holds', ...amountClips(holds)],
  onlyHolds: (holds: number): Clip[] => ['onlyHolds', ...amountClips(holds)],
  charging: (amount: number): Clip[] => ['wait', ...amountClips(amount)],
} as const;
