import type { DayClose } from '#src/contract/cash.ts';
import type { Database } from '#src/server/store/database.ts';
import { readDeviceStates, type DeviceState } from '#src/server/store/device-reads.ts';

/** Devices of a market that have not handed in what they hold: numbers are missing, or they said so themselves. */
export async function readLateDevices(
  { database }: { database: Database },
  marketId: string,
): Promise<DeviceState[]> {
  const states = await readDeviceStates(database, { marketId, operatorId: null });
  return states.filter(
    ({ gaps, ackSeq, reported }) => gaps.length > 0 || reported.lastSeq > ackSeq || reported.openCount > 0,
  );
}

/** The same, as the day close names them. */
export async function listLateDevices(
  deps: { database: Database },
  marketId: string,
): Promise<DayClose['devices']> {
  const states = await readLateDevices(deps, marketId);
  return states.map(({ _id, name, lastSeenAt }) => ({ deviceId: _id, name, lastSeenAt }));
}
