import { callServer } from '#src/client/api/call-server.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';

const sheetKeys = {
  all: ['sheets'],
  list: ['sheets', 'list'],
  one: (id: string) => ['sheets', id] as const,
} as const;

/** Keys of the lists that an imported sheet makes stale. */
export const sheetBrought = [
  sheetKeys.all,
  keys.accounts.all,
  keys.products.all,
  keys.customers.all,
  keys.stallBalances.all,
  keys.today.all,
  keys.report.all,
] as const;

/** Returns the market's latest imports, newest first. */
export function useSheets() {
  return useRead(sheetKeys.list, () => callServer(sheetCalls.listSheets));
}

export function useOneSheet(id: string) {
  return useRead(sheetKeys.one(id), () => callServer(sheetCalls.findSheet, { params: { id } }));
}
