import { useMutation, useQueryClient } from '@tanstack/react-query';
import { approveUser, deleteUser, rejectUser, restoreUser } from '#src/client/api/users.ts';
import { CallFailure, take } from '#src/client/queries/call-failure.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { requestMarketsReload } from '#src/client/state/markets-refresh.ts';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { User } from '#src/contract/user.ts';
import type { AccountKind } from './account-kind.ts';

export type Decision = 'approve' | 'reject' | 'delete' | 'restore';

export interface AccountDecision {
  user: User;
  decision: Decision;
  /** why it is rejected */
  reason?: string;
}

const calls = { approve: approveUser, delete: deleteUser, restore: restoreUser };
const done = {
  approve: accountsTexts.approved1,
  reject: accountsTexts.rejected1,
  delete: accountsTexts.deleted1,
  restore: accountsTexts.restored1,
};

export function useAccountDecision(kind: AccountKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ user, decision, reason = '' }: AccountDecision) => {
      const target = { id: user._id, userType: user.userType };
      return take(
        decision === 'reject'
          ? await rejectUser(reason.trim() === '' ? target : { ...target, reason: reason.trim() })
          : await calls[decision](target),
      );
    },
    onSuccess: (_, { user, decision }) => showToast('success', done[decision](kind.nameOf(user))),
    onError: (error) => {
      if (error instanceof CallFailure) showToast('error', failureText(error.outcome));
    },
    onSettled: async () => {
      if (kind.noun === 'markets') requestMarketsReload();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['accounts'] }),
        client.invalidateQueries({ queryKey: ['today'] }),
      ]);
    },
  });
}
