import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOwnTill } from '#src/client/money/till/use-own-till.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Comparison } from './comparison.tsx';
import { CountScreen } from './count-screen.tsx';
import { CountPaper } from './count-slip.tsx';
import { useCount } from './use-count.ts';
import styles from './count.module.css';

/** A point's own count: a note on paper, without effect on the books, also without a link. */
export function CountNote() {
  const navigate = useNavigate();
  const actor = useActor();
  const { level } = useOwnTill(actor?.id ?? '', actor?.isLimited ?? false);
  const count = useCount();
  const [printedAt, setPrintedAt] = useState<string | null>(null);
  const counted = count.amount;
  const expected = level?.cash ?? null;
  if (printedAt !== null)
    return (
      <CountPaper
        slip={{ counted, expected, pieces: count.pieces, createAt: printedAt, received: null }}
        onBack={() => setPrintedAt(null)}
      />
    );
  return (
    <CountScreen
      title={texts.title}
      count={count}
      back={texts.back}
      onBack={() => void navigate('/dashboard/caja')}
      comparison={expected !== null && <Comparison expected={expected} counted={counted} />}
      act={
        <>
          <p className={styles.consequence}>
            <b>{amountText(counted)}</b>
            <span>{texts.noteHow}</span>
          </p>
          <Button
            variant="on-zocalo"
            size="money"
            wide
            icon={Printer}
            onClick={() => setPrintedAt(new Date().toISOString())}
          >
            {texts.print}
          </Button>
        </>
      }
    />
  );
}
