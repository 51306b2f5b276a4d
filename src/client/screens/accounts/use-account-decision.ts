import { useMutation, useQueryClient } from '@tanstack/react-query';
import { approveUser, deleteUser, rejectUser } from '#src/client/api/users.ts';
import { requestMarketsReload } from '#src/client/state/markets-refresh.ts';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { User } from '#src/contract/user.ts';
import { CallFailure, take } from '../dashboard/call-failure.ts';
import { failureText } from '../failure-text.ts';
import type { AccountKind } from './account-kind.ts';

export type Decision = 'approve' | 'reject' | 'delete';

const calls = { approve: approveUser, reject: rejectUser, delete: deleteUser };
const done = {
  approve: accountsTexts.approved1,
  reject: accountsTexts.rejected1,
  delete: accountsTexts.deleted1,
};

export function useAccountDecision(kind: AccountKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ user, decision }: { user: User; decision: Decision }) =>
      take(await calls[decision]({ id: user._id, userType: user.userType })),
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
