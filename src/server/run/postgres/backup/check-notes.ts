import * as z from 'zod';
import type { Session } from '#src/server/store/database.ts';
import { writeSetting } from '#src/server/store/records/settings.ts';

/** Recurring checks with their latest results. */
export const checkNames = ['copy', 'audit', 'drill'] as const;
export type CheckName = (typeof checkNames)[number];

/** `at`: when it ended, in ISO 8601. */
export type Check = z.infer<typeof checkSchema>;
const checkSchema = z.object({ at: z.iso.datetime(), isOk: z.boolean() });

function keyOf(name: CheckName): string {
  return `check-${name}`;
}

/**
 * Stores the result of the last copy, audit or drill in the database concerned, where the server reads it.
 */
export async function noteCheck(session: Session, name: CheckName, check: Check): Promise<void> {
  await writeSetting(session, keyOf(name), JSON.stringify(check));
}

/** Returns the latest note of each check. Null: never run, or written by a later version. */
export async function readChecks(session: Session): Promise<Record<CheckName, Check | null>> {
  const { rows } = await session.query<{ key: string; value: string }>({
    name: 'read-checks',
    text: 'select key, value from app_setting where key = any ($1::text[])',
    values: [checkNames.map(keyOf)],
  });
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  const read = (name: CheckName): Check | null => {
    const value = found.get(keyOf(name));
    return value === undefined ? null : (checkSchema.safeParse(JSON.parse(value)).data ?? null);
  };
  return { copy: read('copy'), audit: read('audit'), drill: read('drill') };
}
