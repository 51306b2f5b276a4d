import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';
import type { DeviceKeys, Enrolment } from '#src/client/local/db/rows.ts';
import { firstDeviceRow } from './device-clock.ts';

export async function readEnrolment(db: MoneyDb): Promise<Enrolment | null> {
  return (await db.enrolment.get('self')) ?? null;
}

/**
 * Returns whether this device may decide without an answer. Read from the database when an operation is
 * placed: a screen's state arrives later than a quick finger, and a sale placed without it would never be
 * decided.
 */
export async function isEnrolled(db: MoneyDb): Promise<boolean> {
  const enrolment = await withLiveHandle(db, () => readEnrolment(db));
  return enrolment?.state === 'active';
}

/**
 * Returns the keys for enrolment: those already stored, or `fresh` ones, which are stored before they are
 * sent. A page that dies before the answer retries with the same keys.
 */
export function keepDeviceKeys(
  db: MoneyDb,
  fresh: DeviceKeys,
  newDeviceId: string,
  now: number,
): Promise<Enrolment> {
  return db.transaction('rw', db.device, db.enrolment, async () => {
    const held = await db.enrolment.get('self');
    if (held) return held;
    const device = (await db.device.get('self')) ?? firstDeviceRow(newDeviceId);
    await db.device.put(device);
    const asked: Enrolment = {
      id: 'self',
      deviceId: device.deviceId,
      state: 'asked',
      name: '',
      keys: fresh,
      enrolledAt: now,
      ackSeq: 0,
      missing: [],
      toShow: [],
      trouble: '',
    };
    await db.enrolment.put(asked);
    return asked;
  });
}

export async function changeEnrolment(
  db: MoneyDb,
  change: Partial<Omit<Enrolment, 'id' | 'keys'>>,
): Promise<void> {
  await db.transaction('rw', db.enrolment, async () => {
    const held = await db.enrolment.get('self');
    if (held) await db.enrolment.put({ ...held, ...change });
  });
}

/** Marks these numbers as shown and answered, so that they are not shown again. */
export async function noteShown(db: MoneyDb, seqs: ReadonlySet<number>): Promise<void> {
  await db.transaction('rw', db.enrolment, async () => {
    const held = await db.enrolment.get('self');
    if (held && held.toShow.length > 0)
      await db.enrolment.put({ ...held, toShow: held.toShow.filter((seq) => !seqs.has(seq)) });
  });
}
