import { expect, it } from 'vitest';
import { createKysely, createKyselyIn } from '#src/server/store/kysely.ts';
import { describeOnBothEngines } from './both-engines.ts';

type Schema = { stall: { id: number; name: string; opened_at: Date } };

describeOnBothEngines('the query builder', (engine) => {
  it('reads and writes through the database, with its types', async () => {
    await engine
      .database()
      .query({ text: 'CREATE TABLE stall (id int8 PRIMARY KEY, name text, opened_at timestamptz)' });
    const query = createKysely<Schema>(engine.database());
    const opened = new Date('2026-03-01T08:00:00Z');
    await query
      .insertInto('stall')
      .values([
        { id: 1, name: 'Queso', opened_at: opened },
        { id: 2, name: 'Miel', opened_at: opened },
      ])
      .execute();
    const updated = await query
      .updateTable('stall')
      .set({ name: 'Quesos' })
      .where('id', '=', 1)
      .executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(1n);
    expect(await query.selectFrom('stall').selectAll().orderBy('id').execute()).toEqual([
      { id: 1, name: 'Quesos', opened_at: opened },
      { id: 2, name: 'Miel', opened_at: opened },
    ]);
  });

  it('works inside a transaction of the database, and opens none itself', async () => {
    const rollback = new Error('planned');
    const work = engine.database().transaction(async (session) => {
      const query = createKyselyIn<Schema>(session);
      await query.deleteFrom('stall').execute();
      expect(await query.selectFrom('stall').selectAll().execute()).toEqual([]);
      throw rollback;
    });
    await expect(work).rejects.toBe(rollback);
    const query = createKysely<Schema>(engine.database());
    expect(await query.selectFrom('stall').select('id').execute()).toHaveLength(2);
    await expect(query.transaction().execute(async () => undefined)).rejects.toThrow(/database\.transaction/);
  });
});
