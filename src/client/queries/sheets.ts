import { callServer } from '#src/client/api/call-server.ts';
import { sheetCalls } from '#src/contract/sheets/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** The last sheets that the market brought in, newest first. */
export function useSheets() {
  return useRead(keys.sheets.list, () => callServer(sheetCalls.listSheets));
}

export function useOneSheet(id: string) {
  return useRead(keys.sheets.one(id), () => callServer(sheetCalls.findSheet, { params: { id } }));
}
