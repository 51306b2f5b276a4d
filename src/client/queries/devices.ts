import { callServer } from '#src/client/api/call-server.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** Reads the enrolled devices of the market. */
export function useDevices(options: { refetchInterval?: number; staleTime?: number } = {}) {
  return useRead(keys.devices.all, () => callServer(deviceCalls.listDevices), options);
}
