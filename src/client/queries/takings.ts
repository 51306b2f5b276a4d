import { callServer } from '#src/client/api/call-server.ts';
import { takingsCalls } from '#src/contract/takings/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** Reads the market's stalls with held sales, largest amount first. */
export function useHeldStalls() {
  return useRead(keys.takings.held, () => callServer(takingsCalls.listHeldStalls), {
    refetchInterval: 60_000,
  });
}

/** Reads a stall's held sales, and why they are held. */
export function useTakings(estanteId: string) {
  return useRead(
    keys.takings.of(estanteId),
    () => callServer(takingsCalls.readTakings, { params: { estanteId } }),
    { refetchInterval: 60_000 },
  );
}
