import { CallFailure } from '#src/client/queries/call-failure.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { conflictsTexts as texts } from '#src/client/texts/conflicts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { Notice } from '#src/client/ui/notice.tsx';

interface ConfirmAssignProps {
  title: string;
  note: string;
  sum: string;
  busy: boolean;
  error: Error | null;
  onNo: () => void;
  onYes: () => void;
  onClose: () => void;
}

/** The last word before money is assigned: the button repeats the amount, the safe one has the focus. */
export function ConfirmAssign({ title, note, sum, busy, error, onNo, onYes, onClose }: ConfirmAssignProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNo}>
            {texts.no}
          </Button>
          <Button variant="danger-solid" busy={busy} onClick={onYes}>
            {texts.yes(sum)}
          </Button>
        </>
      }
    >
      <p>{note}</p>
      <p>{texts.askNote}</p>
      {error instanceof CallFailure && <Notice kind="refused">{failureText(error.outcome)}</Notice>}
    </Dialog>
  );
}
