import { amountText } from '#src/client/shared/amounts.ts';
import type { PayoutPartProps } from '#src/client/shared/extra.ts';
import type { Deduction } from '#src/contract/cash/deduction.ts';
import { deductionTexts as texts } from '#src/extras/payouts/texts/deduction-texts.ts';
import { deductionName } from './deduction-draft.ts';
import styles from './deduction-lines.module.css';

export function PayoutDeductions({ payout }: PayoutPartProps) {
  return <DeductionLines deductions={payout.deductions} />;
}

/** The deductions of a payout, one per line: "Cuota del puesto −$20,000". */
export function DeductionLines({ deductions }: { deductions: readonly Deduction[] }) {
  return deductions.map((one) => (
    <span key={one._id} className={styles.line}>
      {deductionName(one)} <b className={styles.amount}>{amountText(0 - one.monto)}</b>
      {one.voided && ` (${texts.givenBack})`}
    </span>
  ));
}
