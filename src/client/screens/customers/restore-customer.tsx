import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useMutation } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { customerCalls } from '#src/contract/calls/customers.ts';
import { Undo2 } from 'lucide-react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { customerTexts as texts } from '#src/client/texts/office/customers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { User } from '#src/contract/accounts/user.ts';
import styles from './customers.module.css';

/** After a deletion, over the list: it can be taken back. */
export function DeletedNotice({ customer, onRestored }: { customer: User; onRestored: () => void }) {
  const restore = useRestore(onRestored);
  return (
    <>
      <Notice kind="info">
        <div className={styles.undo}>
          {texts.deleted1(personName(customer.ownerName))}
          <Button
            variant="secondary"
            size="row"
            icon={Undo2}
            busy={restore.isPending}
            onClick={() => restore.mutate(customer)}
          >
            {texts.undo}
          </Button>
        </div>
      </Notice>
      <FailureNotice error={restore.error} />
    </>
  );
}

/** A deleted customer again. */
export function useRestore(onRestored: () => void) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async ({ _id }: User) =>
      unwrap(await callServer(customerCalls.restoreCustomer, { body: { id: _id } })),
    onSuccess: async ({ ownerName }) => {
      showToast('success', texts.restored1(personName(ownerName)));
      onRestored();
      await staleAfter('customer changed');
    },
  });
}
