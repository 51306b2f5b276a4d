import { describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import {
  contact,
  heard,
  newDevice,
  paying,
  registrationOf,
  rowOf,
  saleOf,
} from '#tests/support/device/sync-contact.ts';
import { entryAt, stallId } from '#tests/support/device/sync-entry.ts';
import { syncServer } from '#tests/support/device/sync-server.ts';

const now = new Date(entryAt);
const refused = (code: string) => ({ ok: false, code });

describe('the sender of a contact', () => {
  it('is a device that is enrolled, approved, and has signed the request', async () => {
    const device = newDevice();
    expect((await contact([], { device, own: { isApproved: false } })).answer).toEqual(
      refused('DEVICE_WAITING'),
    );
    const foreign = { publicKey: newDevice().publicKey };
    expect((await contact([], { device, own: foreign })).answer).toEqual(refused('DEVICE_PROOF_INVALID'));
    expect((await heard([], { device })).asked('readDevices')[0]).toEqual([[device.id]]);
  });

  it('is recorded when it is unknown and shows a receipt sealed by this server', async () => {
    const device = newDevice();
    const { deps } = syncServer([]);
    const opId = toOpId('11111111-0000-4000-8000-000000000000');
    const facts = { kind: 'purchase' as const, opId, hash: 'h'.repeat(64), state: 'accepted' as const };
    const lastSealed = { ...facts, seal: deps.sealer.seal(facts, { epoch: 4, position: 1 }) };
    const stranger = { id: 'other', publicKey: device.publicKey };
    const shown = await contact([], { device, own: stranger, change: { lastSealed } });
    expect(shown.answer).toEqual(refused('DEVICE_UNKNOWN'));
    expect(shown.written()).toEqual([{ verb: 'recordUnknownDevice', given: [5, device.id] }]);
    const silent = await contact([], { device, own: stranger });
    expect([silent.answer, silent.written()]).toEqual([refused('DEVICE_UNKNOWN'), []]);
    const waiting = await contact([], { device, own: { isApproved: false }, change: { lastSealed } });
    expect([waiting.answer, waiting.written()]).toEqual([refused('DEVICE_WAITING'), []]);
    const known = await contact([], { device, change: { lastSealed } });
    expect(known.written().map(({ verb }) => verb)).not.toContain('recordUnknownDevice');
  });
});

describe("a device's report", () => {
  const journal = { lastSeq: 9, headHash: 'h', openCount: 2, openSum: 700 };
  const health = { appVersion: '1.2.3', storage: 'persistent', snapshotAsOf: 77 };

  it("is stored with its clock's error, before its operations", async () => {
    const sentAt = new Date(entryAt - 1_000);
    const { device, transactions } = await heard([], {
      change: { journal, health, sentAt: sentAt.toISOString() },
    });
    expect(transactions[1]?.written).toEqual([
      {
        verb: 'writeReport',
        given: [device.id, { sentAt, clockSkewMs: 1_000, lastSeq: 9, openCount: 2, openSum: 700, ...health }],
      },
      // It reports nine and sends none of them.
      { verb: 'noteContact', given: [device.id, { reportedSeq: 0, ahead: new Map() }, now] },
      { verb: 'touchDevice', given: [device.id, now] },
    ]);
  });

  it.each([
    ['first', null, 0, true],
    ['newer than the last', entryAt - 1, 0, true],
    ['the last one again', entryAt, 0, false],
    ['older than the last', entryAt + 1, 0, false],
    ['older than one of a day ahead', entryAt + 86_400_000, 0, false],
    ['older than one from further ahead, which would silence every right one', entryAt + 86_400_001, 0, true],
  ] as const)('is stored or not when it is %s', async (_what, before, _at, isKept) => {
    const reportedAt = before === null ? null : new Date(before);
    const { device, writes } = await heard([], { own: { reportedAt }, change: { journal } });
    expect([writes('writeReport').length, writes('noteContact').length]).toEqual(isKept ? [1, 1] : [0, 0]);
    expect(writes('touchDevice'), 'the device was there either way').toEqual([[device.id, now]]);
  });

  it.each([
    [5 * 60_000, 0],
    [-5 * 60_000, 0],
    [5 * 60_000 + 1, 1],
    [-5 * 60_000 - 1, 1],
  ])('with a clock that is %i ms off is an incident: %i', async (ms, count) => {
    const { device, writes } = await heard([], { change: { sentAt: new Date(entryAt - ms).toISOString() } });
    const clock = { deviceId: device.id, kind: 'clock', seq: 0, opId: '', noticedAt: now };
    expect(writes('insertIncidents')).toEqual(count === 0 ? [] : [[[clock]]]);
    expect(writes('writeReport')).toMatchObject([[device.id, { clockSkewMs: ms }]]);
  });

  it('names the signed-in person, if there is one', async () => {
    const { device, writes } = await heard([], { signedIn: stallId });
    expect(writes('noteSignedIn')).toEqual([[device.id, stallId]]);
    expect((await heard([])).writes('noteSignedIn')).toEqual([]);
  });

  it('is stored again after a lost race', async () => {
    const error = Object.assign(new Error('deadlock'), { code: '40P01' });
    const { writes } = await heard([], { faults: [{ at: 'touchDevice', nth: 1, error }] });
    expect(writes('touchDevice')).toHaveLength(1);
  });
});

describe('a contact with operations', () => {
  it('counts for each of their authors, not for the sender', async () => {
    const [device, other] = [newDevice(), newDevice()];
    const entries = [registrationOf(other), registrationOf(other)];
    const { asked, writes } = await heard(entries, { device, devices: [rowOf(other, { contacts: 6 })] });
    expect(asked('lockDevices')).toEqual([[[device.id]], [[other.id]]]);
    expect(writes('writeHead')).toMatchObject([[other.id, { ackSeq: 2 }, 7]]);
    expect(writes('insertEntries')).toMatchObject([
      [
        [
          { contact: 7, uploadedBy: device.id },
          { contact: 7, uploadedBy: device.id },
        ],
      ],
    ]);
  });

  it('answers in the given order, and records them in the order of each journal', async () => {
    const [device, other] = [newDevice(), newDevice()];
    const own = [registrationOf(device), registrationOf(device)];
    const theirs = [registrationOf(other), registrationOf(other)];
    const [a, b, c, d] = [own[1], theirs[1], own[0], theirs[0]] as SyncEntry[] as [
      SyncEntry,
      SyncEntry,
      SyncEntry,
      SyncEntry,
    ];
    const { results, writes } = await heard([a, b, c, d], { device, devices: [rowOf(other)] });
    const idOf = ({ envelope }: SyncEntry) => (envelope as { opId: string }).opId;
    expect(results.map(({ opId, state }) => [opId, state])).toEqual(
      [a, b, c, d].map((one) => [idOf(one), 'accepted']),
    );
    const inserted = writes('insertEntries').flat(2) as { deviceId: string; seq: number }[];
    const [first, second] = [device.id, other.id].sort();
    expect(inserted.map(({ deviceId, seq }) => [deviceId, seq])).toEqual([
      [first, 1],
      [first, 2],
      [second, 1],
      [second, 2],
    ]);
  });

  it('does not take an acceptance for a withdrawal', async () => {
    const device = newDevice();
    const sale = saleOf(device);
    const { payload, opId: purchaseOpId } = sale.envelope as Extract<
      typeof sale.envelope,
      { kind: 'purchase' }
    >;
    const acceptance = device.writeAcceptance(purchaseOpId, { ...payload, proof: '' });
    const { by: _by, ...accepted } = acceptance.envelope.payload as { by?: string };
    const entry = device.write('acceptance', accepted as never);
    const { results } = await heard([sale, entry], { device, tx: paying() });
    expect(results[0]?.state).toBe('accepted');
  });

  it('records a limited number of them per transaction', async () => {
    const device = newDevice();
    const entries = [1, 2, 3, 4, 5].map(() => registrationOf(device));
    const { results, writes } = await heard(entries, { device, maxPerTransaction: 2 });
    expect(writes('insertEntries').map(([all]) => (all as unknown[]).length)).toEqual([2, 2, 1]);
    expect(
      writes('writeHead').map(([, , contact]) => contact),
      'in one contact',
    ).toEqual([1, 1, 1]);
    expect(writes('insertIncidents'), 'of what is good nothing is noted').toEqual([]);
    expect(results.map(({ state }) => state)).toEqual(entries.map(() => 'accepted'));
  });

  it('requests unrecorded operations again', async () => {
    const device = newDevice();
    const entry = registrationOf(device);
    const error = new Error('no table');
    const { results } = await heard([entry], {
      device,
      faults: [
        { at: 'readOperators', nth: 1, error },
        { at: 'readOperators', nth: 2, error },
      ],
    });
    expect(results).toMatchObject([
      { opId: entry.envelope.opId, state: 'again', refusal: { code: 'INTERNAL' } },
    ]);
  });

  it('refuses operations not signed in this market, as an incident of the sender', async () => {
    const [device, other, stranger] = [newDevice(), newDevice(), newDevice()];
    const good = registrationOf(device);
    const changed = { ...good, envelope: { ...good.envelope, seq: 8 } };
    const unsigned = { ...good, sig: registrationOf(other).sig };
    const foreign = registrationOf(other);
    const unknown = registrationOf(stranger);
    const unreadable = { envelope: { opId: 'x' }, sig: '' };
    const { results, writes } = await heard([changed, unsigned, foreign, unknown, unreadable], {
      device,
      devices: [rowOf(other, { marketId: 'other' as never })],
    });
    expect(results.map(({ state, refusal }) => [state, refusal?.code])).toEqual([
      ['refused', 'DEVICE_PROOF_INVALID'],
      ['refused', 'DEVICE_PROOF_INVALID'],
      ['refused', 'DEVICE_OF_ANOTHER_MARKET'],
      ['refused', 'DEVICE_UNKNOWN'],
      ['unreadable', undefined],
    ]);
    expect(results[4]).toEqual({ opId: 'x', state: 'unreadable' });
    const incident = (kind: string, { envelope: { seq, opId } }: typeof foreign) => {
      return { deviceId: device.id, kind, seq, opId, noticedAt: now };
    };
    expect(writes('insertIncidents')).toEqual([
      [
        [
          incident('changed-body', changed),
          incident('bad-signature', unsigned),
          incident('foreign-device', foreign),
          incident('foreign-device', unknown),
        ],
      ],
    ]);
    expect(writes('writeHead'), 'nobody of them was in contact').toEqual([]);
  });

  it('accepts a withdrawal only for a purchase of the same device', async () => {
    // In the order in which they are recorded.
    const [device, other] = [newDevice(), newDevice()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
      SignedDevice,
      SignedDevice,
    ];
    const withdraw = (by: SignedDevice, of: SyncEntry) =>
      by.write('withdrawal', {
        purchaseOpId: (of.envelope as { opId: ReturnType<typeof toOpId> }).opId,
        userId: 'cccccccc-0000-4000-8000-000000000003',
        codeQrUuid: toVoucherId('24684521-0000-4000-8000-000000000000'),
        price: toAmount(500),
        estanteId: stallId,
      });
    const [first, second, third] = [saleOf(device), saleOf(device), saleOf(device)];
    const entries = [
      first,
      second,
      third,
      withdraw(device, first),
      withdraw(device, second),
      withdraw(other, third),
    ];
    const { results } = await heard(entries, { device, devices: [rowOf(other)], tx: paying() });
    expect(results.slice(0, 3).map(({ state, refusal }) => [state, refusal?.code])).toEqual([
      ['refused', 'WITHDRAWN'],
      ['refused', 'WITHDRAWN'],
      ['accepted', undefined],
    ]);
  });
});
