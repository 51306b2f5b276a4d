import { createRandom } from '#lab/simulation/machine/random.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { Envelope, UnhashedEnvelope, WithdrawalEnvelope } from '#src/operations/envelopes.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { envelopeText, requestText } from '#src/protocol/signed-texts.ts';
import {
  enlistScript,
  sendByScript,
  signedByScript,
  writeByScript,
  type ScriptedDevice,
  type ScriptedEntry,
} from './scripted-device.ts';

/**
 * A stall's enrolled key in a script. It writes sales that never were, names whatever pays most, and calls as
 * often as it likes. Its gain until a person acts is bounded (docs/security.md).
 */
export type SimLiar = ScriptedDevice & {
  stallId: string;
  lists: number[];
  /** Purchases within a voucher's real balance, for a later withdrawal. */
  sold: WithdrawalPayload[];
};
type WithdrawalPayload = WithdrawalEnvelope['payload'];
type Entry = ScriptedEntry;

/** One world in eight has one. */
export function settleLiar(world: SimWorld): void {
  const dice = createRandom(world.seed * 31 + 7);
  if (!dice.chance(0.125) && world.focus !== 'a liar') return;
  const { ledger } = world.server;
  const marketId = dice.pick(world.markets);
  const device = enlistScript(world, 'stall', marketId, dice);
  const { operatorId: stallId } = device;
  ledger.stalls.set(stallId, { id: stallId, marketId, name: 'Estante', pointsEvery: toAmount(1_000) });
  world.liar = {
    ...device,
    stallId,
    lists: [],
    sold: [],
  };
}

/** Requests a list now and then, and writes some sales in one or several contacts. */
export async function lie(world: SimWorld): Promise<void> {
  const { liar } = world;
  if (!liar || !liar.dice.chance(0.6)) return;
  if (liar.lists.length === 0 || liar.dice.chance(0.2)) await takeList(world, liar);
  for (let contact = 0; contact < 1 + liar.dice.int(4); contact += 1) {
    const sales = Array.from({ length: 1 + liar.dice.int(3) }, () => inventPurchase(world, liar));
    const others = [
      liar.dice.chance(0.3) ? takeBack(world, liar) : null,
      liar.dice.chance(0.5) ? sell(world, liar) : null,
    ];
    await send(
      world,
      liar,
      [...sales, ...others].flatMap((entry) => entry ?? []),
    );
  }
}

/** Sells online on an accomplice's voucher, and later claims that nothing was handed over. */
function sell(world: SimWorld, liar: SimLiar): Entry | null {
  const { dice } = liar;
  if (world.papers.length === 0) return null;
  const { ownerId: userId, voucherId: codeQrUuid, face } = dice.pick(world.papers);
  const price = toAmount(1 + dice.int(face));
  const sale = { userId, codeQrUuid, price, estanteId: liar.stallId };
  const entry = writeByScript(world, liar, 'purchase', { ...sale, by: 'stall' as const });
  const { opId } = entry.envelope;
  const { deviceId, operatorId } = entry.envelope;
  world.deeds.set(opId, { deviceId, kind: 'purchase', voucherId: codeQrUuid, amount: price, operatorId });
  liar.sold.push({ ...sale, purchaseOpId: opId });
  return entry;
}

/** At any later time, with the true facts or another amount or voucher; or of another stall's sale. */
function takeBack(world: SimWorld, liar: SimLiar): Entry | null {
  const { dice } = liar;
  if (liar.sold.length === 0) return null;
  const sold = dice.pick(liar.sold);
  const lie = dice.int(6);
  // An id that is only on its own device has 122 random bits and cannot be guessed.
  const { receipts } = world.server.ledger;
  const seen = [...world.deeds].filter(([id, { kind }]) => kind === 'purchase' && receipts.has(id));
  const payload = {
    ...sold,
    ...(lie === 0 ? { price: toAmount(sold.price + 1_000) } : {}),
    ...(lie === 1 ? { codeQrUuid: dice.pick(world.papers).voucherId } : {}),
    ...(lie === 2 && seen.length > 0 ? { purchaseOpId: dice.pick(seen)[0] } : {}),
  };
  const shift = lie === 3 ? dice.pick([-20, -1, 1]) * 86_400_000 : 0;
  const occurredAt = new Date(world.loop.now() + shift).toISOString();
  return writeByScript(world, liar, 'withdrawal', payload, { occurredAt });
}

async function takeList(world: SimWorld, liar: SimLiar): Promise<void> {
  const body = { deviceId: liar.id, sentAt: new Date(world.loop.now()).toISOString(), since: 0 };
  const request = { ...body, proof: signedByScript(world, liar, requestText(body)) };
  const answer = await world.server.serve({
    path: '/sync/snapshot',
    body: request,
    opId: undefined,
    token: '',
  });
  if (answer.status === 200) liar.lists.push(world.loop.now());
}

function inventPurchase(world: SimWorld, liar: SimLiar): Entry | null {
  const { dice } = liar;
  const isOnOne = world.focus === 'a liar';
  const paper = world.papers.length > 0 ? (isOnOne ? world.papers[0] : dice.pick(world.papers)) : null;
  if (!paper) return null;
  const now = world.loop.now();
  const limits = world.server.ledger.limits.get(liar.marketId)?.at(-1);
  // The best lie is true except for the sale itself.
  const isPlausible = isOnOne || dice.chance(0.6);
  const most = Math.min(paper.face, limits?.perVoucher ?? 0);
  const price = toAmount(Math.max(1, isPlausible ? most : 500 * (1 + dice.int(200))));
  const lists = isPlausible ? liar.lists.slice(-1) : liar.lists;
  const asOf = lists.length > 0 && dice.chance(0.9) ? dice.pick(lists) : now - dice.int(9e8);
  const purchaseOpId = toOpId(dice.uuid());
  const shift = isPlausible ? 0 : dice.pick([0, -3_600_000, 3_600_000, -400 * 86_400_000, 86_400_000]);
  const unhashed = {
    v: 1,
    opId: toOpId(dice.uuid()),
    deviceId: liar.id,
    seq: isPlausible || dice.chance(0.9) ? liar.seq + 1 : liar.seq + 1 + dice.int(5),
    operatorId: liar.stallId,
    occurredAt: new Date(now + shift).toISOString(),
    clockOffset: isPlausible ? 0 : dice.pick([0, -shift, dice.int(1e9)]),
    kind: 'acceptance',
    prevHash: liar.headHash,
    payload: {
      purchaseOpId,
      userId: paper.ownerId,
      estanteId: liar.stallId,
      codeQrUuid: paper.voucherId,
      price,
      limitsVersion: isPlausible ? (limits?.version ?? 1) : 1 + dice.int(4),
      snapshotAsOf: asOf,
      knownBalance: isPlausible || dice.chance(0.5) ? null : toAmount(dice.int(200_000)),
      spentHere: toAmount(0),
      deviceOpen: toAmount(0),
      proof: paper.proof,
    },
  } as UnhashedEnvelope;
  const envelope = { ...unhashed, hash: envelopeHash(unhashed) } as Envelope;
  world.deeds.set(purchaseOpId, {
    deviceId: liar.id,
    kind: 'purchase',
    voucherId: paper.voucherId,
    amount: price,
    operatorId: liar.stallId,
    isUnlisted: envelope.kind === 'acceptance' && envelope.payload.knownBalance === null,
  });
  liar.seq = envelope.seq;
  liar.headHash = envelope.hash;
  return { envelope, sig: signedByScript(world, liar, envelopeText(envelope.hash)) };
}

function send(world: SimWorld, liar: SimLiar, entries: Entry[]): Promise<unknown> {
  return sendByScript(world, liar, entries, liar.dice.chance(0.9) ? liar.seq : liar.dice.int(1_000));
}
