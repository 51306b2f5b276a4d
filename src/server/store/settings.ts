import type { Session } from './database.ts';

export async function readSetting(session: Session, key: string): Promise<string | null> {
  const { rows } = await session.query<{ value: string }>({
    name: 'read-setting',
    text: 'select value from app_setting where key = $1',
    values: [key],
  });
  return rows[0]?.value ?? null;
}

export async function writeSetting(session: Session, key: string, value: string): Promise<void> {
  await session.query({
    name: 'write-setting',
    text: `insert into app_setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    values: [key, value],
  });
}

/** Keeps the first value that any process writes, and answers it. */
export async function settleSetting(session: Session, key: string, proposed: string): Promise<string> {
  await session.query({
    name: 'settle-setting',
    text: 'insert into app_setting (key, value) values ($1, $2) on conflict (key) do nothing',
    values: [key, proposed],
  });
  return (await readSetting(session, key)) ?? proposed;
}

export async function deleteSetting(session: Session, key: string): Promise<void> {
  await session.query({
    name: 'delete-setting',
    text: 'delete from app_setting where key = $1',
    values: [key],
  });
}
