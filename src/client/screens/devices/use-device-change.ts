import { useMutation, useQueryClient } from '@tanstack/react-query';
import { renameDevice, revokeDevice } from '#src/client/api/devices.ts';
import { marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { Device } from '#src/contract/device.ts';
import { CallFailure, take } from '../dashboard/call-failure.ts';
import { failureText } from '../failure-text.ts';

type Change = { kind: 'rename'; name: string } | { kind: 'revoke' };

export function useDeviceChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ device, change }: { device: Device; change: Change }) =>
      take(
        change.kind === 'rename'
          ? await renameDevice({ id: device._id, name: change.name })
          : await revokeDevice({ id: device._id }),
      ),
    onSuccess: (_, { device, change }) =>
      showToast('success', change.kind === 'rename' ? texts.renamed : texts.revoked(device.name)),
    onError: (error) => {
      if (error instanceof CallFailure) showToast('error', failureText(error.outcome));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  });
}
