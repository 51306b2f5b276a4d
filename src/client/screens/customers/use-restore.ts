import { useMutation, useQueryClient } from '@tanstack/react-query';
import { restoreCustomer } from '#src/client/api/customers.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { personName } from '#src/client/shared/names.ts';
import { customerTexts } from '#src/client/texts/customers-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { User } from '#src/contract/user.ts';

/** A deleted customer again. */
export function useRestore(onRestored: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id }: User) => take(await restoreCustomer(_id)),
    onSuccess: async ({ ownerName }) => {
      showToast('success', customerTexts.restored1(personName(ownerName)));
      onRestored();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['customers'] }),
        client.invalidateQueries({ queryKey: ['customer'] }),
      ]);
    },
  });
}
