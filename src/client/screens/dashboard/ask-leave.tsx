import { useDeviceFacts } from '#src/client/local/live-device.ts';
import type { OutboxSummary } from '#src/client/local/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { leave } from '#src/client/shared/leave.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';

/** Before leaving with money on the way: says what stays. */
export function AskLeave({ summary, onStay }: { summary: OutboxSummary; onStay: () => void }) {
  const sendsItself = useDeviceFacts()?.state === 'active';
  return (
    <Dialog
      title={texts.leaveTitle(summary.openCount, amountText(summary.openSum))}
      onClose={onStay}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            {texts.leave}
          </Button>
          <Button data-safe onClick={onStay}>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{sendsItself ? texts.leaveAlone(summary.openCount) : texts.leaveNote(summary.openCount)}</p>
    </Dialog>
  );
}
