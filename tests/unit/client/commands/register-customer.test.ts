import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { CacheDb, forgetCustomers } from '#src/client/local/offline/cache-db.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import type { CopyRecord } from '#src/client/local/second/copy-records.ts';
import { writeBalanceList } from '#src/protocol/balance-list.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { noSecondCopy } from '#tests/support/browser/copy-of-tab.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { newId, rosalba } from '#tests/support/market/stored-operations.ts';

const requestSync = vi.fn<() => void>();
let db: MoneyDb;
let cache: CacheDb;
let now: number;

beforeEach(() => {
  vi.resetAllMocks();
  [db, cache, now] = [
    new MoneyDb(randomUUID()),
    new CacheDb(randomUUID()),
    Date.parse('2026-11-21T12:00:00Z'),
  ];
});

const commands = () =>
  createCommands(
    commandPorts(db, {
      cache,
      clock: { now: () => now },
      connection: { waitForAnswer: () => Promise.resolve(), requestSync },
    }),
  );
const register = (ownerName: string, identificacion: string, clientId = randomUUID()) =>
  commands().registerCustomer({ opId: newId(), clientId, operatorId: rosalba, ownerName, identificacion });
const served = (identificacion: string, change: object = {}) => ({
  _id: randomUUID(),
  ownerName: 'Luz Marina',
  identificacion,
  createAt: '2026-03-01T12:00:00.000Z',
  ...change,
});

async function enrol(): Promise<void> {
  await commands().prepareEnrolment();
  await changeEnrolment(db, { state: 'active' });
}

describe('a customer registered offline', () => {
  beforeEach(enrol);

  it('has the name beside the journal, whose envelope only contains a hash', async () => {
    const clientId = randomUUID();
    expect(await register('Luz Marina', '24684521', clientId)).toBe('kept');
    const [envelope] = await db.envelopes.toArray();
    const registration = { ownerName: 'Luz Marina', identificacion: '24684521' };
    expect(envelope).toMatchObject({
      kind: 'customer',
      payload: { clientId, dataHash: canonicalHash(registration) },
    });
    expect(JSON.stringify(envelope)).not.toContain('Luz');
    expect(await db.registrations.toArray()).toMatchObject([{ clientId, ...registration }]);
    expect(requestSync).toHaveBeenCalledOnce();
  });

  it.each([
    ['', '24684521'],
    ['Luz Marina', ''],
    ['   ', '24684521'],
    ['a'.repeat(1_000), '24684521'],
    ['Luz Marina', '00000000'],
    ['Luz Marina', 'NIT 900.123.456-7'],
  ])('is not written down when the data is none: %j, %j', async (ownerName, identificacion) => {
    expect(await register(ownerName, identificacion)).toBe('not-valid');
    expect([await db.envelopes.count(), await db.registrations.count()]).toEqual([0, 0]);
    expect(requestSync).not.toHaveBeenCalled();
  });

  it('is found at once, before the server knows them', async () => {
    const clientId = randomUUID();
    await register('Luz Marina', '24684521', clientId);
    for (const typed of ['24684521', 'cc 24.684.521'])
      expect(await commands().findCustomer(typed)).toMatchObject({ _id: clientId, ownerName: 'Luz Marina' });
    expect(await commands().findCustomer('24684522')).toBeNull();
  });
});

describe('a customer registered on an enrolled device', () => {
  it('is in the outbox by name, and goes into the second copy', async () => {
    await enrol();
    const keep = vi.fn((_records: readonly CopyRecord[]) => Promise.resolve(true));
    const opId = newId();
    const made = createCommands(commandPorts(db, { secondCopy: { ...noSecondCopy, keep } }));
    const intent = {
      opId,
      clientId: randomUUID(),
      operatorId: rosalba,
      ownerName: 'Luz',
      identificacion: '1001',
    };
    await made.registerCustomer(intent);
    expect((await readOperation(db, opId))?.label).toEqual({ opId, userName: 'Luz', estanteName: '' });
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    expect(keep.mock.lastCall?.[0]).toMatchObject([{ t: 'entry', entry: { envelope: { opId } } }]);
  });
});

describe('a customer registered on a device that is not enrolled', () => {
  it('is not stored, because such a device has no journal', async () => {
    expect(await register('Luz Marina', '24684521')).toBe('not-enrolled');
    expect([await db.envelopes.count(), await db.registrations.count()]).toEqual([0, 0]);
  });
});

describe("the device's cache", () => {
  it('is written and read through the commands', async () => {
    const answer = { id: 'history', at: 5, value: [1] };
    await commands().keepAnswer(answer);
    expect(await commands().readAnswer('history')).toEqual(answer);
    expect(await cache.readList()).toBeNull();
    const bytes = writeBalanceList('full', now, []);
    await cache.lists.put({ id: 'balances', asOf: now, bytes });
    expect((await cache.readList())?.asOf).toBe(now);
  });

  it('is emptied completely when the device is revoked', async () => {
    const bytes = writeBalanceList('full', now, []);
    await cache.lists.put({ id: 'balances', asOf: now, bytes });
    await cache.answers.put({ id: 'history', at: 5, value: [1] });
    await cache.rememberCustomer(served('1'), now);
    await forgetCustomers(cache);
    expect(await Promise.all(cache.tables.map((table) => table.count()))).toEqual([0, 0, 0]);
  });
});

describe('a customer served here before', () => {
  it('is listed after unsent ones, the last served first, without duplicates', async () => {
    for (const [identificacion, at] of [
      ['1001', 1_000],
      ['1003', 3_000],
      ['1002', 2_000],
    ] as const) {
      now = Date.parse('2026-11-21T12:00:00Z') + at;
      await commands().rememberServed(served(identificacion, { _id: identificacion }));
    }
    await register('Eva', '1002');
    expect(await commands().keptCustomers()).toEqual([
      expect.objectContaining({
        identificacion: '1002',
        ownerName: 'Eva',
        createAt: new Date(now).toISOString(),
      }),
      expect.objectContaining({ identificacion: '1003' }),
      expect.objectContaining({ identificacion: '1001', ownerName: 'Luz Marina' }),
    ]);
  });

  beforeEach(async () => {
    await commands().prepareEnrolment();
    await changeEnrolment(db, { state: 'active' });
  });

  it('is forgotten by a device without an enrolment', async () => {
    for (const state of ['asked', 'revoked'] as const) {
      await changeEnrolment(db, { state });
      await commands().rememberServed(served('24684521'));
    }
    expect(await cache.customers.count()).toBe(0);
  });

  it('is found by identification or email, ignoring case and spaces', async () => {
    const luz = served('24684521', { email: 'Luz@Mercado.co' });
    await commands().rememberServed(luz);
    for (const typed of ['24684521', ' 24684521 ', 'luz@mercado.co', ' LUZ@MERCADO.CO'])
      expect(await commands().findCustomer(typed)).toMatchObject({ _id: luz._id });
    for (const typed of ['', '2468', 'luz@mercado']) expect(await commands().findCustomer(typed)).toBeNull();
    // Served again from the cache, which lacks the email: it is kept.
    await commands().rememberServed(served('24684521', { _id: luz._id }));
    expect(await commands().findCustomer('luz@mercado.co')).toMatchObject({ _id: luz._id });
  });
});
