import { Printer, ReceiptText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOperation } from '#src/client/local/live/live.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { handOverTexts as texts } from '#src/client/texts/cash/hand-over-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { OpId } from '#src/contract/brands.ts';
import type { CountedPieces } from '#src/contract/cash/till.ts';
import { handOverCodeOf } from '#src/domain/operations/cash/till-hand-over.ts';
import { HandOverPaper } from './hand-over-slip.tsx';
import { handOverStageOf } from './hand-over-stage.ts';
import styles from './handed-over.module.css';

interface HandedOverProps {
  opId: OpId;
  /** Smallest unit shown. */
  monto: number;
  pieces: readonly CountedPieces[];
  /** Cash left in the till, or null when this device does not know it. */
  left: number | null;
  onBack: () => void;
}

/** Shown right after the declaration: the hand-over is on its way, with its slip to print. */
export function HandedOver({ opId, monto, pieces, left, onBack }: HandedOverProps) {
  const [isPrinting, setPrinting] = useState(false);
  const operation = useOperation(opId);
  const staleAfter = useStaleAfter();
  const { ownerName } = usePlace();
  const stage = operation ? handOverStageOf(operation) : null;
  useEffect(() => {
    if (stage === 'recorded' || stage === 'refused') void staleAfter('cash handed over');
  }, [stage, staleAfter]);
  const amount = amountText(monto);
  const code = handOverCodeOf(opId);
  const occurredAt = operation?.envelope?.occurredAt;
  if (isPrinting && occurredAt !== undefined)
    return (
      <HandOverPaper
        slip={{ code, monto, pieces, createAt: occurredAt, received: null }}
        onBack={() => setPrinting(false)}
      />
    );
  if (stage === 'refused')
    return <NotHandedOver amount={amount} message={operation?.status.message ?? ''} onBack={onBack} />;
  return (
    <ResultScreen
      kind="in-transit"
      verdict={texts.done}
      amount={amount}
      message={
        <>
          <p>{texts.waits}</p>
          {stage === 'waiting' && <small>{texts.unsent}</small>}
        </>
      }
      facts={[
        { name: texts.number, value: code },
        ...(occurredAt === undefined
          ? []
          : [{ name: texts.by, value: texts.byAt(personName(ownerName), timeText(occurredAt)) }]),
        ...(left === null ? [] : [{ name: texts.staysName, value: amountText(left) }]),
      ]}
      actions={
        <>
          <p className={styles.paper}>
            <Icon of={ReceiptText} size={28} />
            {texts.withPaper}
          </p>
          <Button size="money" wide icon={Printer} onClick={() => setPrinting(true)}>
            {texts.print}
          </Button>
          <Button variant="secondary" wide onClick={onBack}>
            {texts.back}
          </Button>
        </>
      }
    />
  );
}

/** Nothing was recorded: the cash still belongs to the till. */
function NotHandedOver({ amount, message, onBack }: { amount: string; message: string; onBack: () => void }) {
  return (
    <ResultScreen
      kind="refused"
      verdict={texts.refusedTitle(amount)}
      message={
        <>
          <p>{message}</p>
          <p>{texts.refusedNote}</p>
        </>
      }
      actions={
        <Button size="money" wide onClick={onBack}>
          {texts.back}
        </Button>
      }
    />
  );
}
