import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import type { Confirmation } from '#src/contract/restored/schemas.ts';
import { paperText } from './paper-text.ts';

/** A paper that was typed wrong, or whose sales never come back, is waited for no longer. */
export function WithdrawPaper({ paper, onClose }: { paper: Confirmation; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const staleAfter = useStaleAfter();
  return (
    <MoneyConfirm
      subject={`withdraw ${paper._id}`}
      body={{ id: paper._id, reason: reason.trim() }}
      send={(opId, body) => callServer(restoredCalls.withdrawConfirmed, { opId, body })}
      isReady={reason.trim() !== ''}
      title={texts.withdrawTitle}
      no={texts.withdrawNo}
      yes={texts.withdraw}
      tone="danger"
      onNo={onClose}
      onDone={() => {
        showToast('success', texts.withdrawn);
        void staleAfter('restore confirmed');
        onClose();
      }}
    >
      <p>
        <b>{paperText(paper).title}</b>
      </p>
      <p>{texts.withdrawNote}</p>
      <ReasonField
        first
        label={texts.withdrawReason}
        hint={texts.withdrawHint}
        reason={reason}
        onReason={setReason}
      />
    </MoneyConfirm>
  );
}
