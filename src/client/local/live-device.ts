import type { DeviceFacts } from '#src/client/local/device/device-facts.ts';
import { type Question, useOutbox } from './live.ts';
import type { Operator, RescuedEntry } from './rows.ts';

const askOperators: Question<Operator[]> = (queries) => queries.operators();
const askDevice: Question<DeviceFacts> = (queries) => queries.device();
const askRescued: Question<RescuedEntry[]> = (queries) => queries.rescued();

/** Who may open this device without a link; undefined while it is being read. */
export function useOperators(): Operator[] | undefined {
  return useOutbox(askOperators, '') ?? undefined;
}

/** Whether this device is enrolled and how current it is; undefined while it is being read. */
export function useDeviceFacts(): DeviceFacts | undefined {
  return useOutbox(askDevice, '') ?? undefined;
}

export function useRescued(): RescuedEntry[] | undefined {
  return useOutbox(askRescued, '') ?? undefined;
}
