import { useState } from 'react';
import { accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { maxLength } from '#src/contract/limits.ts';

interface AskDecisionProps {
  name: string;
  decision: 'reject' | 'delete';
  onNo: () => void;
  /** with why, where it is rejected */
  onYes: (reason: string) => void;
}

/** Asks by name; the safe button has the focus. */
export function AskDecision({ name, decision, onNo, onYes }: AskDecisionProps) {
  const [reason, setReason] = useState('');
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
          <Button variant="danger-solid" onClick={() => onYes(reason)}>
            {rejecting ? texts.yesReject : texts.yesDelete}
          </Button>
        </>
      }
    >
      <p>{rejecting ? texts.rejectNote : texts.deleteNote}</p>
      {rejecting && (
        <Field
          label={texts.reason}
          hint={texts.reasonHint}
          maxLength={maxLength.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Dialog>
  );
}
