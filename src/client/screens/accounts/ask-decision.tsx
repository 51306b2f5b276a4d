import { accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';

interface AskDecisionProps {
  name: string;
  decision: 'reject' | 'delete';
  onNo: () => void;
  onYes: () => void;
}

/** Asks by name; the safe button has the focus. */
export function AskDecision({ name, decision, onNo, onYes }: AskDecisionProps) {
  const rejecting = decision === 'reject';
  return (
    <Dialog
      title={rejecting ? texts.askReject(name) : texts.askDelete(name)}
      onClose={onNo}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNo}>
            {rejecting ? texts.noReject : texts.noDelete}
          </Button>
          <Button variant="danger-solid" onClick={onYes}>
            {rejecting ? texts.yesReject : texts.yesDelete}
          </Button>
        </>
      }
    >
      <p>{rejecting ? texts.rejectNote : texts.deleteNote}</p>
    </Dialog>
  );
}
