import type { MoneyDb } from './money-db.ts';
import { openStates, recordedStates } from './operation.ts';
import { sendableIn, type Sendable } from './outbox.ts';
import { withLiveHandle } from './reopen-lost-handle.ts';
import { rescuedIn } from './rescue.ts';
import type { Enrolment, RescuedEntry } from './rows.ts';

/** What the server does not have, or has not decided: the device's own operations, oldest first, and those of others. */
export type Unsent = { enrolment: Enrolment | null; operations: Sendable[]; rescued: RescuedEntry[] };

/** All that a drain has to know, in one transaction: a tablet asks every few seconds, and mostly for nothing. */
export function readUnsent(db: MoneyDb): Promise<Unsent> {
  return withLiveHandle(db, () =>
    db.transaction('r', [db.enrolment, db.fates, db.envelopes, db.rescued], async () => {
      const [enrolment, operations, rescued] = await Promise.all([
        db.enrolment.get('self'),
        sendableIn(db, [...openStates, ...recordedStates]),
        rescuedIn(db, ['pending', ...recordedStates]),
      ]);
      return { enrolment: enrolment ?? null, operations, rescued };
    }),
  );
}
