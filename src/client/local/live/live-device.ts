import type { Operator, RescuedEntry } from '#src/client/local/db/rows.ts';
import type { RecoveryNotice } from '#src/client/local/second/recovery-notice.ts';
import type { DeviceFacts } from './device-facts.ts';
import { type Question, useOutbox } from './live.ts';

const askOperators: Question<Operator[]> = (queries) => queries.operators();
const askDevice: Question<DeviceFacts> = (queries) => queries.device();
const askRecovery: Question<RecoveryNotice | null> = (queries) => queries.recovery();
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

/** What came back from the second copy and nobody has read about. A query of its own: one that awaits too much hears no changes. */
export function useRecovery(): RecoveryNotice | null {
  return useOutbox(askRecovery, '') ?? null;
}
