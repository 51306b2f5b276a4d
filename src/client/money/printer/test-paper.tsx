import type { Roll } from '#src/client/device/printer/chosen-printer.ts';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { RollPaper } from '#src/client/money/papers/roll-paper.tsx';
import { printTexts } from '#src/client/texts/vouchers/print-texts.ts';
import { testPaperTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import paperStyles from '#src/client/money/papers/paper.module.css';
import styles from './printer.module.css';

/** A paper that shows whether the code is read, accents come out, and the roll is as wide as was said. */
export function TestPaper({ roll }: { roll: Roll }) {
  return (
    <RollPaper paper={roll} heading={texts.heading}>
      <p>{printTexts.papers[roll]}</p>
      <QrCode text={texts.code} label={texts.heading} size="28mm" className={paperStyles.code} />
      <p className="strong">{texts.letters}</p>
      <div className={styles.edges} aria-hidden />
      <p>{texts.edges}</p>
    </RollPaper>
  );
}
