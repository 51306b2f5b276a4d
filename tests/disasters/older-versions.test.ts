import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnvelope, type StoredEnvelope } from '#src/client/local/db/operation.ts';
import { appendOperation, openOperations } from '#src/client/local/outbox/outbox.ts';
import { openPurchaseOf, summarizeOutbox } from '#src/client/local/outbox/read-outbox.ts';
import type { UnhashedEnvelope } from '#src/operations/envelopes.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';

type Row = Record<string, unknown>;
const golden = <Value>(name: string): Value =>
  JSON.parse(readFileSync(`tests/disasters/golden/${name}.json`, 'utf8')) as Value;
type Table = 'envelopes' | 'statuses' | 'labels' | 'device' | 'leases' | 'exposures';
const database1 = golden<Record<Table, Row[]>>('database-1');
const envelopes1 = golden<(StoredEnvelope & Row)[]>('envelopes-1');

const voucher1 = toVoucherId('a1b2c3d4-e5f6-4789-8abc-000000000001');

/** A money database as version 1 of the application leaves it. */
async function writeVersion1(name: string): Promise<void> {
  const old = new MoneyDb(name);
  for (const [table, rows] of Object.entries(database1)) await old.table(table).bulkAdd(rows);
  old.close();
}

/** A made-up next version, with one more table. */
class NextDb extends MoneyDb {
  constructor(name: string) {
    super(name);
    this.version(2).stores({ madeUp: 'id' });
  }
}

describe('data of an older version', () => {
  it('is upgraded with a full outbox without changing a row', async () => {
    const name = randomUUID();
    await writeVersion1(name);
    const db = new NextDb(name);
    for (const [table, rows] of Object.entries(database1))
      expect(await db.table(table).toArray()).toEqual(rows);
    expect(db.verno).toBe(2);
    expect(await db.table('madeUp').count()).toBe(0);
  });

  it('keeps the open operations after the upgrade, and continues the chain', async () => {
    const name = randomUUID();
    await writeVersion1(name);
    const db = new NextDb(name);
    expect(await openOperations(db)).toHaveLength(3);
    expect(await openPurchaseOf(db, voucher1)).toMatchObject({ status: { seq: 1 } });
    expect(await summarizeOutbox(db)).toEqual({
      openCount: 3,
      openSum: 66_500,
      reviewCount: 1,
      reviewSum: 9_000,
      signInCount: 1,
    });
    const opId = toOpId(randomUUID());
    await appendOperation(
      db,
      {
        opId,
        operatorId: '',
        occurredAt: new Date(),
        label: { userName: '', estanteName: '' },
        kind: 'top-up',
        payload: { monto: toAmount(1), uuid: toVoucherId(randomUUID()), clientId: randomUUID() },
      },
      randomUUID(),
    );
    expect(await db.envelopes.get(opId)).toMatchObject({
      seq: 6,
      prevHash: database1.device[0]?.['headHash'],
      deviceId: database1.device[0]?.['deviceId'],
    });
  });

  it('never decides offline on a device that has not been enrolled', async () => {
    const name = randomUUID();
    await writeVersion1(name);
    const db = new MoneyDb(name);
    const opId = toOpId(String(database1.envelopes[0]?.['opId']));
    const commands = createCommands(commandPorts(db));
    expect(await commands.accept(opId)).toMatchObject({ kind: 'refused', reason: 'NOT_ENROLLED' });
    expect(await db.envelopes.count()).toBe(5);
  });

  it.each(envelopes1.map((envelope) => [String(envelope['kind']), envelope] as const))(
    'reads a %s of version 1 as it was written, and its hash holds',
    (_, envelope) => {
      expect(readEnvelope(envelope)).toEqual(envelope);
      expect(envelopeHash(envelope as unknown as UnhashedEnvelope)).toBe(envelope['hash']);
    },
  );
});
