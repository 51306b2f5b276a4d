import { MoneyDb } from '#src/client/local/db/money-db.ts';

/** Another page of the origin that holds a write on every table, as a slow disk does. Returns its release. */
export async function holdDisk(name: string): Promise<() => Promise<void>> {
  const db = new MoneyDb(name);
  const state = { isHeld: true };
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const done = db.transaction('rw', db.tables, async () => {
    await db.statuses.count();
    begin();
    while (state.isHeld) await db.statuses.count();
  });
  await begun;
  return async () => {
    state.isHeld = false;
    await done;
    db.close();
  };
}
