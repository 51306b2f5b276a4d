import type { Paper } from '#src/client/device/print/paper.ts';
import { amountWords } from '#src/client/shared/amount-words.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { PrintFrame } from '#src/client/shared/print/print-frame.tsx';
import { PrintNumber } from '#src/client/shared/print/print-number.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { countTexts, slipTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type CountedPieces, worthOf } from '#src/contract/cash/till.ts';
import styles from './count-slip.module.css';

/** A counted sum on paper. Amounts in the smallest unit shown. */
export type Slip = {
  counted: number;
  /** The books' figure; null when this device does not know it. */
  expected: number | null;
  pieces: readonly CountedPieces[];
  createAt: string;
  /** Set when the market has received it; `facts` say what became of a difference. */
  received: { id: string; pointName: string; facts: readonly Fact[] } | null;
};

/** The slip of a count, in each paper size of this device. It carries no code, so a copy is worth nothing. */
export function CountPaper({ slip, onBack }: { slip: Slip; onBack: () => void }) {
  const heading = slip.received ? texts.received : texts.note;
  return (
    <PrintFrame
      heading={heading}
      name={`${heading} ${dateTimeText(slip.createAt)}`}
      copies={slip.received ? `cash-received:${slip.received.id}` : `count:${slip.createAt}`}
      onBack={onBack}
    >
      {(paper, printNumber) => <Paper slip={slip} paper={paper} printNumber={printNumber} />}
    </PrintFrame>
  );
}

const widths: Record<Paper, string> = { '80mm': 'wide', '58mm': 'narrow', A4: 'page' };

interface PaperProps {
  slip: Slip;
  paper: Paper;
  printNumber: number;
}

function Paper({ slip, paper, printNumber }: PaperProps) {
  const { counted, expected, pieces, createAt, received } = slip;
  const place = usePlace();
  const loose = counted - worthOf(pieces);
  return (
    <article className={`${styles.slip} ${styles[widths[paper] ?? '']}`}>
      <header className={styles.head}>
        <Wordmark size={paper === '58mm' ? 24 : 30} tone="ink" />
        <h1>{received ? texts.received : texts.note}</h1>
      </header>
      <p className={styles.amount}>{amountText(counted)}</p>
      <p className={styles.words}>{amountWords(counted)}</p>
      {pieces.length === 0 && <AmountNotes amount={counted} ink="black" className={styles.notes} />}
      <p className={styles.status}>{received ? texts.receivedStatus : texts.noteStatus}</p>
      <FactList
        facts={[
          { name: texts.point, value: personName(received?.pointName ?? place.name) },
          { name: texts.market, value: received ? place.name : place.marketName },
          { name: texts.date, value: dateTimeText(createAt) },
          ...(expected === null ? [] : [{ name: texts.expected, value: amountText(expected) }]),
          ...(received?.facts ?? []),
        ]}
      />
      {pieces.length > 0 && (
        <section>
          <h2>{texts.pieces}</h2>
          <ul>
            {pieces.map(({ value, count }) => (
              <li key={value}>
                <span>{countTexts.piece(count, amountText(value))}</span>
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
      <PrintNumber number={printNumber} of="cash" />
    </article>
  );
}
