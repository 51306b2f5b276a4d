import { expect } from 'vitest';
import type { ShownReceipt } from '#src/contract/sync/recovery.ts';
import type { SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { sealedRescue } from '#tests/support/device/sealed-rescue.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { ask } from '#tests/support/server/test-app.ts';
import type { Books } from './books.ts';
import { gain, isNothing, moved, type LedgerPlace, type Money } from './ledger-place.ts';
import type { Redelivery } from './steps.ts';

type Entry = SyncEntry & { envelope: Envelope };
type Sent = { device: SignedDevice; entry: Entry; sealed: ShownReceipt | null };

/** The devices' operations since the copy, with the seals that came back. */
export class Memory {
  #sent: Sent[] = [];

  forget(): void {
    this.#sent = [];
  }

  note(device: SignedDevice, entry: Entry, results: readonly SyncResult[]): void {
    this.#sent.push({ device, entry, sealed: receiptOf(entry, results) });
  }

  of(device: SignedDevice): Sent[] {
    return this.#sent.filter((sent) => sent.device === device);
  }

  all(): readonly Sent[] {
    return this.#sent;
  }
}

function receiptOf({ envelope }: Entry, results: readonly SyncResult[]): ShownReceipt | null {
  const found = results.find(({ opId, seal }) => opId === envelope.opId && seal !== undefined);
  if (!found?.seal) return null;
  const { state, seal, refusal } = found;
  if (state !== 'accepted' && state !== 'settled-with-overspend' && state !== 'refused') return null;
  const code = refusal ? { code: refusal.code } : {};
  return { opId: envelope.opId, hash: envelope.hash, state, seal, ...code };
}

const withSeal = ({ entry, sealed }: Sent): SyncEntry => ({ ...entry, ...(sealed ? { sealed } : {}) });

function newestOf(sent: readonly Sent[]): ShownReceipt | undefined {
  return sent
    .flatMap(({ sealed }) => sealed ?? [])
    .toSorted((a, b) => b.seal.epoch - a.seal.epoch || b.seal.position - a.seal.position)[0];
}

/** A stall of the same market delivers a device's rescue file to the server. */
export async function deliverRescue(
  { place }: LedgerPlace,
  device: SignedDevice,
  entries: readonly SyncEntry[],
): Promise<void> {
  const keys = (await ask(place.app, 'GET', '/sync/keys')).body as unknown as KeySet;
  const body = await sealedRescue(device.id, entries, keys.rescueKey ?? '');
  const answer = await place.as('ESTANTE', '/devices/deliver-rescue', body);
  expect([200, 422, 400], 'the call itself is answered').toContain(answer.status);
}

/** Sends everything that the device sent since the copy once more. Returns the server's answers. */
async function redeliver(here: LedgerPlace, how: Redelivery, device: SignedDevice, sent: readonly Sent[]) {
  const entries = sent.map(withSeal);
  switch (how) {
    case 'rescue':
      await deliverRescue(
        here,
        device,
        sent.map(({ entry }) => entry),
      );
      return [];
    case 'rescue-with-seals':
      await deliverRescue(here, device, entries);
      return [];
    case 'old-request':
      return (await device.sync(sent.map(({ entry }) => entry))).results;
    case 'own': {
      const lastSealed = newestOf(sent);
      await device.sync([], { lastSealed });
      return (await device.sync(entries, { lastSealed })).results;
    }
  }
}

/**
 * Restores the copy and sends the devices' later operations once more: first by this way, then by the devices
 * themselves, twice. `books` are those of the copy, `lost` those of the moment before.
 */
export async function judgeRestored(
  here: LedgerPlace,
  books: { ofCopy: Books; lost: Books },
  memory: Memory,
  how: Redelivery,
  copied: Money,
): Promise<void> {
  const faces = new Map<string, number>(
    [...books.ofCopy.topUps, ...books.lost.topUps].map(({ uuid, monto }) => [uuid, monto]),
  );
  faces.set(books.lost.foreign.uuid, books.lost.foreign.monto);
  // A top-up that was refused before may be made now, because the restored server lost the operation with its
  // id or its voucher.
  for (const { entry } of memory.all())
    if (entry.envelope.kind === 'top-up') {
      const { uuid, monto } = entry.envelope.payload;
      faces.set(uuid, Math.max(faces.get(uuid) ?? 0, monto));
    }
  const restored = await here.money();
  expect(isNothing(moved(copied, restored)), 'the copy').toBe(true);
  const devices = [...new Set(memory.all().map(({ device }) => device))];
  let before = restored;
  for (const way of [how, 'own', 'own'] as const)
    for (const device of devices) {
      const sent = memory.of(device);
      const results = await redeliver(here, way, device, sent);
      const after = await here.money();
      // Amounts held until a device has sent everything are paid later: the sum counts.
      const movement = moved(restored, after);
      expect(movement.otherPayable, 'another market’s stall').toBe(0);
      expect([movement.fromTreasury, movement.borne], 'the market’s own money').toEqual([0, 0]);
      expect(gain(movement), 'out of nothing').toBeLessThanOrEqual(0);
      for (const { id } of movement.vouchers)
        expect(after.balances.get(id), 'no more than its face').toBeLessThanOrEqual(faces.get(id) ?? 0);
      if (way === 'own') expectKept(memory.all(), sent, results);
      before = after;
    }
  for (const device of devices) await redeliver(here, 'own', device, memory.of(device));
  expect(isNothing(moved(before, await here.money())), 'what has come once more moves nothing again').toBe(
    true,
  );
  judgeSums(moved(restored, before), memory);
}

/**
 * An operation that this server's seal shows as accepted is not refused, unless its sale was withdrawn by its
 * stall, or another device came first with another operation under its id.
 */
function expectKept(all: readonly Sent[], sent: readonly Sent[], results: readonly SyncResult[]): void {
  const isTwice = (opId: string): boolean =>
    all.filter(({ entry }) => entry.envelope.opId === opId).length > 1;
  const withdrawn = new Set(
    sent.flatMap(({ entry: { envelope } }) =>
      envelope.kind === 'withdrawal' ? [envelope.payload.purchaseOpId] : [],
    ),
  );
  for (const { entry, sealed } of sent) {
    const { envelope } = entry;
    const { opId } = envelope;
    if (!sealed || sealed.state === 'refused' || withdrawn.has(opId) || isTwice(opId)) continue;
    const found = results.find((result) => result.opId === opId);
    expect(found?.state, `${envelope.kind}: ${found?.refusal?.code}`).not.toBe('refused');
  }
}

/** Stalls are owed no more than their devices' sales, and tills hold no more than their devices' top-ups. */
function judgeSums({ owed, till }: { owed: number; till: number }, memory: Memory): void {
  let [sold, sets] = [0, 0];
  for (const { entry } of memory.all()) {
    const { envelope } = entry;
    if (envelope.kind === 'purchase' || envelope.kind === 'acceptance') sold += envelope.payload.price;
    if (envelope.kind === 'top-up') sets += envelope.payload.monto;
  }
  expect(owed).toBeLessThanOrEqual(sold);
  expect(till).toBeLessThanOrEqual(sets);
}
