import { printNumberTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import styles from './paper.module.css';

interface PrintNumberProps {
  number: number;
  of: keyof typeof texts.same;
}

/** Which copy of the paper this is; from the second on a box says that it is worth nothing more. */
export function PrintNumber({ number, of }: PrintNumberProps) {
  if (number <= 1) return <p className={styles.copyNumber}>{texts.first(number)}</p>;
  return (
    <p className={styles.end}>
      <b>{texts.again(number)}</b> {texts.same[of]}
    </p>
  );
}
