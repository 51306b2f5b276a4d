import { spellAmount } from '#src/client/device/voice/spell-amount.ts';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import {
  PaperFacts,
  PrintNumber,
  PrintedPaper,
  Signatures,
} from '#src/client/money/papers/printed-paper.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { countTexts, slipTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import { type CountedPieces, worthOf } from '#src/contract/cash/till.ts';

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
  const { counted, expected, pieces, createAt, received } = slip;
  const heading = received ? texts.received : texts.note;
  const place = usePlace();
  const loose = counted - worthOf(pieces);
  return (
    <PrintFrame
      heading={heading}
      name={`${heading} ${dateTimeText(createAt)}`}
      copies={received ? `cash-received:${received.id}` : `count:${createAt}`}
      onBack={onBack}
    >
      {(paper, printNumber) => (
        <PrintedPaper
          paper={paper}
          heading={heading}
          amount={counted}
          isDrawn={pieces.length === 0}
          owner={spellAmount(counted).join(' ')}
        >
          <p>{received ? texts.receivedStatus : texts.noteStatus}</p>
          <PaperFacts
            facts={[
              { name: texts.point, value: personName(received?.pointName ?? place.name) },
              { name: texts.market, value: received ? place.name : place.marketName },
              { name: texts.date, value: dateTimeText(createAt) },
              expected !== null && { name: countTexts.expected, value: amountText(expected) },
              ...(received?.facts ?? []),
            ]}
          />
          {pieces.length > 0 && (
            <>
              <h2>{texts.pieces}</h2>
              <PaperFacts
                facts={[
                  ...pieces.map(({ value, count }) => ({
                    name: countTexts.piece(count, amountText(value)),
                    value: amountText(value * count),
                  })),
                  loose > 0 && { name: texts.loose, value: amountText(loose) },
                ]}
              />
            </>
          )}
          <Signatures names={[texts.hands, texts.receives]} />
          <PrintNumber number={printNumber} of="cash" />
        </PrintedPaper>
      )}
    </PrintFrame>
  );
}
