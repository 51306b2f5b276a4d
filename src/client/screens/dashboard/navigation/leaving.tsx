import { useEffect, useState } from 'react';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { useOutboxSummary } from '#src/client/local/live/live-outbox.ts';
import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { leave } from '#src/client/shared/leave.ts';
import { outboxTexts } from '#src/client/texts/sync/outbox-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';

/** Nobody leaves before the outbox was read: what stays behind is said first. */
export function useLeaving() {
  const summary = useOutboxSummary();
  const [step, setStep] = useState<'no' | 'reading' | 'asked'>('no');
  if (step === 'reading' && summary !== undefined && summary.openCount > 0) setStep('asked');
  const isFree = step === 'reading' && summary?.openCount === 0;
  useEffect(() => {
    if (isFree) leave();
  }, [isFree]);
  return {
    start: () => setStep('reading'),
    isReading: step === 'reading',
    /** what would stay here; null while nobody is asked */
    asked: step === 'asked' ? (summary ?? null) : null,
  };
}

/** Before leaving with money on the way: says what stays. */
export function AskLeave({ summary, onStay }: { summary: OutboxSummary; onStay: () => void }) {
  const sendsItself = useDeviceFacts()?.state === 'active';
  return (
    <Dialog
      title={outboxTexts.leaveTitle(summary.openCount, amountText(summary.openSum))}
      onClose={onStay}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            {outboxTexts.leave}
          </Button>
          <Button data-safe onClick={onStay}>
            {outboxTexts.stay}
          </Button>
        </>
      }
    >
      <p>
        {sendsItself ? outboxTexts.leaveAlone(summary.openCount) : outboxTexts.leaveNote(summary.openCount)}
      </p>
    </Dialog>
  );
}
