import type { ServerRequest } from '#lab/simulation/machine/network.ts';
import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import { asLedger, copyLedger, writeLedger, type LedgerCopy } from '#lab/simulation/memory/ledger-copy.ts';
import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import { peekStatuses } from '#lab/simulation/peek.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import { nextEpoch } from '#src/server/journal/epochs.ts';
import { isEnrolled } from './device.ts';
import { marketListsOf } from './server.ts';
import { note, type SimWorld } from './world.ts';

/** A copy of the server's database, made at one step and restored at a later one. */
export type SimRestore = {
  copyAt: number;
  putBackAt: number;
  /** By the restore script, which begins an epoch; otherwise a device must detect it. */
  isByScript: boolean;
  copy: LedgerCopy | null;
  isDone: boolean;
  /** Operations in earlier calls that came after it: if they restore everything lost, nothing can be detected. */
  repeated: Set<string>;
  /** Operations with an effect that the copy lacks, and those that a device held as done at that moment. */
  lost: Set<string>;
  lostMovements: readonly MemoryMovement[];
  held: Set<string>;
  /** Limits of markets until then, of which the copy may lack the newest. */
  lostLimits: ReadonlyMap<string, readonly OfflineLimits[]>;
  /** Calls of devices between the copy and the restore, some of which are repeated after it; null for none. */
  kept: { calls: ServerRequest[]; dice: Random } | null;
};

/**
 * One world in seven is restored once. Uses separate dice, so that a seed's other draws stay the same. Not
 * where a device's storage forgets or a device is dishonest: operations that no device holds cannot come
 * back, and are judged there.
 */
export function drawRestore(world: SimWorld): SimRestore | null {
  const dice = createRandom(world.seed ^ 0x5ea1ed);
  const { forgetting, steps } = world.config;
  const isDrawn = dice.chance(0.15) || world.focus === 'a restore';
  if (!isDrawn || forgetting > 0 || world.liar !== null) return null;
  const copyAt = dice.int(Math.max(1, steps - 1));
  return {
    copyAt,
    putBackAt: copyAt + 1 + dice.int(steps - copyAt),
    isByScript: dice.chance(world.focus === 'a restore' ? 0.8 : 0.5),
    copy: null,
    isDone: false,
    repeated: new Set(),
    lost: new Set(),
    lostMovements: [],
    held: new Set(),
    lostLimits: new Map(),
    kept: { calls: [], dice },
  };
}

/** Maximum number of calls of which a restore repeats some. */
const mostKept = 60;

/**
 * A call that the network or a proxy kept from before the restore, without the seals of later answers. A
 * restore about which no device has reported is undetectable once such calls have restored everything lost
 * (docs/security.md).
 */
async function repeatCalls({ restore, server, reach, focus }: SimWorld): Promise<void> {
  if (!restore) return;
  const { kept } = restore;
  if (!kept || kept.calls.length === 0 || !kept.dice.chance(0.7)) return;
  const { calls, dice } = kept;
  const isAbout = focus === 'a restore';
  for (let left = 1 + dice.int(isAbout ? 12 : 4); left > 0; left -= 1) {
    const call = dice.pick(calls.slice(0, mostKept));
    await server.serve(call);
    reach('a call of before a restore delivered after it');
  }
}

/**
 * Notes what calls from before the restore bring back after it: those that `repeatCalls` draws, and those that the
 * network itself delivers late or twice. Nothing that its device shows tells such an operation from the lost one
 * while it is posted at or before the position of its seal (docs/security.md).
 */
function noteOldCalls(server: SimWorld['server'], { kept, repeated }: SimRestore): void {
  const { serve } = server;
  server.serve = (request) => {
    if (kept?.calls.includes(request)) {
      const { entries } = request.body as { entries: { envelope: Envelope }[] };
      for (const { envelope } of entries) {
        repeated.add(envelope.opId);
        if (envelope.kind === 'acceptance') repeated.add(envelope.payload.purchaseOpId);
      }
    }
    return serve(request);
  };
}

/** Before the step of this number, or after the last one: the copy is made, or restored. */
export async function copyOrPutBack(world: SimWorld, step: number): Promise<void> {
  const { restore, server, network } = world;
  if (!restore) return;
  if (step === restore.copyAt) {
    await server.alone(async () => void (restore.copy = copyLedger(server.ledger)));
    const { kept } = restore;
    if (kept)
      network.onServe = (request) => {
        if (request.path === '/sync' && !restore.isDone) kept.calls.push(request);
      };
  }
  if (step !== restore.putBackAt) return;
  await server.alone(async (tx) => {
    const { copy } = restore;
    if (!copy) throw new Error('there is no copy to put back');
    const before = [...server.ledger.movements.values()];
    restore.lostMovements = before.filter(({ id }) => !asLedger(copy).movements.has(id));
    for (const { reference } of restore.lostMovements) restore.lost.add(reference);
    restore.lostLimits = new Map(server.ledger.limits);
    writeLedger(server.ledger, copy);
    server.marketLists = marketListsOf(server.database);
    for (const device of world.devices)
      for (const { opId, state } of isEnrolled(device) ? peekStatuses(device.disk) : [])
        if (restore.lost.has(opId) && state === 'accepted') restore.held.add(opId);
    note(world, null, `the server is put back, ${restore.lost.size} movements are lost`);
    restore.isDone = true;
    if (!restore.isByScript) return;
    const { number } = await tx.readEpoch();
    const at = new Date(world.loop.now());
    await tx.beginEpoch({ number: nextEpoch(number, at), after: number, reason: 'restored', at });
  });
  noteOldCalls(server, restore);
  if (restore.lost.size > 0) world.reach('a server put back to a copy of before');
  await repeatCalls(world);
}
