import { callServer } from '#src/client/api/call-server.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** Reads the expected cash of each till, and polls it, because a count needs the latest. */
export function useTills(enabled = true) {
  return useRead(keys.tills.all, () => callServer(cashCalls.listTills), {
    refetchInterval: 30_000,
    enabled,
  });
}

/** Reads the balances between markets. */
export function useClearing() {
  return useRead(keys.clearing.all, () => callServer(cashCalls.listClearing));
}

/** Reads the figures of a day, closed or not. */
export function useDay(day: string) {
  return useRead(keys.day.one(day), () => callServer(cashCalls.readDayClose, { query: { day } }));
}
