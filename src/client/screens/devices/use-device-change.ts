import { useMutation, useQueryClient } from '@tanstack/react-query';
import { renameDevice, restoreDevice, revokeDevice } from '#src/client/api/devices.ts';
import { CallFailure, take } from '#src/client/queries/call-failure.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { Device } from '#src/contract/device.ts';

type Change = { kind: 'rename'; name: string } | { kind: 'revoke' } | { kind: 'restore' };

const done = {
  rename: () => texts.renamed,
  revoke: texts.revoked,
  restore: texts.restored,
};

function send({ _id: id }: Device, change: Change) {
  if (change.kind === 'rename') return renameDevice({ id, name: change.name });
  return change.kind === 'revoke' ? revokeDevice({ id }) : restoreDevice({ id });
}

export function useDeviceChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ device, change }: { device: Device; change: Change }) =>
      take(await send(device, change)),
    onSuccess: (_, { device, change }) => showToast('success', done[change.kind](device.name)),
    onError: (error) => {
      if (error instanceof CallFailure) showToast('error', failureText(error.outcome));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  });
}
