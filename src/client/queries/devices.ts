import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { deviceCalls } from '#src/contract/calls/devices.ts';
import { unwrap } from './call-failure.ts';
import { keys } from './keys.ts';

/** The enrolled devices of the market. */
export function useDevices(options: { refetchInterval?: number; staleTime?: number } = {}) {
  return useQuery({
    queryKey: keys.devices.all,
    queryFn: async () => unwrap(await callServer(deviceCalls.listDevices)),
    ...options,
  });
}
