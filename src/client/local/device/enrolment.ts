import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';
import type { DeviceKeys, Enrolment } from '#src/client/local/db/rows.ts';
import { firstDeviceRow } from './device-clock.ts';

export async function readEnrolment(db: MoneyDb): Promise<Enrolment | null> {
  return (await db.enrolment.get('self')) ?? null;
}

/**
 * Whether this device may decide without an answer. Asked of the database when something is placed: what a screen knows of
 * the device comes later than a quick finger, and a sale placed without it would never be decided.
 */
export async function isEnrolled(db: MoneyDb): Promise<boolean> {
  const enrolment = await withLiveHandle(db, () => readEnrolment(db));
  return enrolment?.state === 'active';
}

/**
 * The keys to enrol with: those already kept, or `fresh` ones, stored before they are sent anywhere. A page that dies between
 * asking and the answer asks again with the same.
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

/** These were sent and answered: they need not be shown any more. */
export async function noteShown(db: MoneyDb, seqs: ReadonlySet<number>): Promise<void> {
  await db.transaction('rw', db.enrolment, async () => {
    const held = await db.enrolment.get('self');
    if (held?.toShow && held.toShow.length > 0)
      await db.enrolment.put({ ...held, toShow: held.toShow.filter((seq) => !seqs.has(seq)) });
  });
}
