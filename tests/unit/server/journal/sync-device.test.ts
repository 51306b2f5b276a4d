import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { contact, heard, newDevice, registrationOf, rowOf } from '#tests/support/device/sync-contact.ts';
import { entryAt } from '#tests/support/device/sync-entry.ts';
import { syncServer } from '#tests/support/device/sync-server.ts';

const now = new Date(entryAt);
const refused = (code: string) => ({ ok: false, code });

describe('the sender of a contact', () => {
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
});
