import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useMutation } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import { useState } from 'react';
import { CallFailure, unwrap } from '#src/client/queries/call-failure.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { requestMarketsReload } from '#src/client/state/markets-refresh.ts';
import { accountsTexts as texts } from '#src/client/texts/office/accounts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { maxLength } from '#src/contract/limits.ts';
import type { User } from '#src/contract/accounts/user.ts';
import type { AccountKind } from './use-accounts.ts';

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

export type Decision = 'approve' | 'reject' | 'delete' | 'restore';

interface AccountDecision {
  user: User;
  decision: Decision;
  /** why it is rejected */
  reason?: string;
}

const calls = {
  approve: accountCalls.approveUser,
  delete: accountCalls.deleteUser,
  restore: accountCalls.restoreUser,
};
const done = {
  approve: texts.approved1,
  reject: texts.rejected1,
  delete: texts.deleted1,
  restore: texts.restored1,
};

export function useAccountDecision(kind: AccountKind) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async ({ user, decision, reason = '' }: AccountDecision) => {
      const target = { id: user._id, userType: user.userType };
      return unwrap(
        decision === 'reject'
          ? await callServer(accountCalls.rejectUser, {
              body: reason.trim() === '' ? target : { ...target, reason: reason.trim() },
            })
          : await callServer(calls[decision], { body: target }),
      );
    },
    onSuccess: (_, { user, decision }) => showToast('success', done[decision](kind.nameOf(user))),
    onError: (error) => {
      if (error instanceof CallFailure) showToast('error', failureText(error.outcome));
    },
    onSettled: async () => {
      if (kind.noun === 'markets') requestMarketsReload();
      await staleAfter('account decided');
    },
  });
}
