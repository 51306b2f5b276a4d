import type { Paper } from '#src/client/device/print/paper.ts';
import { amountWords } from '#src/client/shared/amount-words.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { PrintFrame } from '#src/client/shared/print/print-frame.tsx';
import { PrintNumber } from '#src/client/shared/print/print-number.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { tillTexts } from '#src/client/texts/cash/cash-texts.ts';
import { handOverTexts, slipTexts as texts } from '#src/client/texts/cash/hand-over-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type CountedPieces, worthOf } from '#src/contract/cash/till.ts';
import styles from './hand-over-slip.module.css';

/** Contents of the slip that goes with the cash. Amounts in the smallest unit shown. */
export type Slip = {
  code: string;
  monto: number;
  pieces: readonly CountedPieces[];
  createAt: string;
  /** Set when a market prints the slip after receiving the cash. */
  received: { pointName: string; counted: number; words: string } | null;
};

/**
 * The slip that goes with the cash, in each paper size of this device. It carries no code, so
 * a copy is worth nothing.
 */
export function HandOverPaper({ slip, onBack }: { slip: Slip; onBack: () => void }) {
  return (
    <PrintFrame heading={texts.heading} name={slip.code} copies={copiesOf(slip)} onBack={onBack}>
      {(paper, printNumber) => <Paper slip={slip} paper={paper} printNumber={printNumber} />}
    </PrintFrame>
  );
}

/** The point's paper and the market's are two papers of one hand-over. */
function copiesOf({ code, received }: Slip): string {
  return received === null ? `hand-over:${code}` : `hand-over-received:${code}`;
}

const widths: Record<Paper, string> = { '80mm': 'wide', '58mm': 'narrow', A4: 'page' };

interface PaperProps {
  slip: Slip;
  paper: Paper;
  printNumber: number;
}

function Paper({ slip, paper, printNumber }: PaperProps) {
  const { code, monto, pieces, createAt, received } = slip;
  const amount = received?.counted ?? monto;
  const place = usePlace();
  const loose = amount - worthOf(pieces);
  return (
    <article className={`${styles.slip} ${styles[widths[paper] ?? '']}`}>
      <header className={styles.head}>
        <Wordmark size={paper === '58mm' ? 24 : 30} tone="ink" />
        <h1>{texts.heading}</h1>
        <p className={styles.code}>{code}</p>
      </header>
      <p className={styles.amount}>{amountText(amount)}</p>
      <p className={styles.words}>{amountWords(amount)}</p>
      {pieces.length === 0 && <AmountNotes amount={amount} ink="black" className={styles.notes} />}
      <p className={styles.status}>{received ? texts.receivedStatus : texts.status}</p>
      <FactList
        facts={[
          { name: texts.point, value: personName(received?.pointName ?? place.name) },
          { name: texts.market, value: received ? place.name : place.marketName },
          { name: texts.date, value: dateTimeText(createAt) },
          ...(received
            ? [
                { name: texts.declared, value: amountText(monto) },
                { name: texts.counted, value: amountText(received.counted) },
              ]
            : []),
        ]}
      />
      {received !== null && received.words !== '' && <p>{received.words}</p>}
      {pieces.length > 0 && (
        <section>
          <h2>{texts.pieces}</h2>
          <ul>
            {pieces.map(({ value, count }) => (
              <li key={value}>
                <span>{tillTexts.piece(count, amountText(value))}</span>
                <span>{amountText(value * count)}</span>
              </li>
            ))}
            {loose > 0 && (
              <li>
                <span>{texts.loose}</span>
                <span>{amountText(loose)}</span>
              </li>
            )}
          </ul>
        </section>
      )}
      <div className={styles.signatures}>
        <p>{texts.hands}</p>
        <p>{texts.receives}</p>
      </div>
      {received === null && <p>{handOverTexts.withPaper}</p>}
      <PrintNumber number={printNumber} of="hand-over" />
    </article>
  );
}
