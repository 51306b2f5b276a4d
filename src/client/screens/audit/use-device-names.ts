import { useQuery } from '@tanstack/react-query';
import { listDevices } from '#src/client/api/devices.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { auditTexts as texts } from '#src/client/texts/audit-texts.ts';

/** What people call a device; its number while the list is not there. */
export function useDeviceNames(): (deviceId: string | null) => string {
  const { data } = useQuery({
    queryKey: ['devices'],
    queryFn: async () => take(await listDevices()),
    staleTime: 60_000,
  });
  return (deviceId) => {
    if (deviceId === null) return texts.noDevice;
    return data?.find(({ _id }) => _id === deviceId)?.name ?? texts.unknownDevice(deviceId.slice(0, 8));
  };
}
