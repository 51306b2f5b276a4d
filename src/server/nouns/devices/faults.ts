import { deviceFaultSchema } from '#src/contract/devices/fault.ts';
import type { Database } from '#src/server/store/database.ts';

/** Limit of distinct faults kept per device; even a broken build has fewer. */
const mostOfDevice = 50;
const keptDays = 90;

/**
 * Stores the program faults that a device reports, skipping invalid ones. A repeated report counts twice: it
 * serves the developers, not the books.
 */
export async function noteFaults(
  database: Database,
  { deviceId, faults, now }: { deviceId: string; faults: readonly unknown[]; now: Date },
): Promise<void> {
  const known = faults.flatMap((fault) => {
    const read = deviceFaultSchema.safeParse(fault);
    return read.success ? [read.data] : [];
  });
  if (known.length === 0) return;
  await database.transaction(async (session) => {
    await session.query({
      name: 'forget-old-faults',
      text: `delete from device_fault where device_id = $1 and last_at < $2::timestamptz - make_interval(days => ${keptDays})`,
      values: [deviceId, now],
    });
    for (const { kind, name, place, appVersion, count } of known)
      await session.query({
        name: 'note-fault',
        text: `insert into device_fault as f (device_id, kind, name, place, app_version, count, first_at, last_at)
          select $1, $2, $3, $4, $5, $6, $7, $7 where (select count(*) from device_fault k where k.device_id = $1) < ${mostOfDevice}
            or exists (select 1 from device_fault k where k.device_id = $1 and k.kind = $2 and k.name = $3 and k.place = $4
              and k.app_version = $5)
          on conflict (device_id, kind, name, place, app_version)
            do update set count = f.count + excluded.count, last_at = excluded.last_at`,
        values: [deviceId, kind, name, place, appVersion, count, now],
      });
  });
}
