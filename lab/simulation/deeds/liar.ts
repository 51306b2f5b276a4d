import { utf8ToBytes } from '@noble/hashes/utils.js';
import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import { deviceRow, personRow, stallRow } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import type { Envelope, UnhashedEnvelope, WithdrawalEnvelope } from '#src/operations/envelopes.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import { toAmount, toOpId, type MarketId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { envelopeText, requestText } from '#src/protocol/signed-texts.ts';

type WithdrawalPayload = WithdrawalEnvelope['payload'];

/**
 * A stall's enrolled key in a script, without any of the product's device code. It writes sales that never were, names
 * whatever pays most, and calls as often as it likes. Its gain until a person acts is bounded (docs/security.md).
 */
export type SimLiar = {
  id: string;
  marketId: MarketId;
  stallId: string;
  publicKey: string;
  /** Separate dice: a script changes nothing else in its world. */
  dice: Random;
  seq: number;
  headHash: string;
  lists: number[];
  /** Purchases within a voucher's real balance, for a later withdrawal. */
  sold: WithdrawalPayload[];
};

/** One world in eight has one. */
export function settleLiar(world: SimWorld): void {
  const dice = createRandom(world.seed * 31 + 7);
  if (!dice.chance(0.125) && world.focus !== 'a liar') return;
  const { ledger } = world.server;
  const marketId = dice.pick(world.markets);
  const [id, stallId, publicKey] = [dice.uuid(), dice.uuid(), world.keys.create()];
  ledger.operators.set(stallId, personRow(stallId, 'ESTANTE'));
  ledger.stalls.set(stallId, stallRow(stallId, marketId));
  const device = { id, marketId, kind: 'stall', publicKey, operatorId: stallId };
  ledger.devices.set(id, deviceRow(device, world.loop.now()));
  world.liar = { id, marketId, stallId, publicKey, dice, seq: 0, headHash: '', lists: [], sold: [] };
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
function sell(world: SimWorld, liar: SimLiar): SyncEntry | null {
  const { dice } = liar;
  if (world.papers.length === 0) return null;
  const { ownerId: userId, voucherId: codeQrUuid, face } = dice.pick(world.papers);
  const sale = { userId, codeQrUuid, price: toAmount(1 + dice.int(face)), estanteId: liar.stallId };
  const opId = toOpId(dice.uuid());
  swear(world, liar, opId, sale);
  liar.sold.push({ ...sale, purchaseOpId: opId });
  return write(world, liar, 'purchase', { ...sale, by: 'stall' }, { opId });
}

/** At any later time, with the true facts or another amount or voucher; or of another stall's sale. */
function takeBack(world: SimWorld, liar: SimLiar): SyncEntry | null {
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
  return write(world, liar, 'withdrawal', payload, { occurredAt });
}

async function takeList(world: SimWorld, liar: SimLiar): Promise<void> {
  const body = { deviceId: liar.id, sentAt: new Date(world.loop.now()).toISOString(), since: 0 };
  const request = { ...body, proof: signed(world, liar, requestText(body)) };
  const answer = await world.server.serve({ path: '/sync/snapshot', body: request, opId: undefined });
  if (answer.status === 200) liar.lists.push(world.loop.now());
}

function inventPurchase(world: SimWorld, liar: SimLiar): SyncEntry | null {
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
  const knownBalance = isPlausible || dice.chance(0.5) ? null : toAmount(dice.int(200_000));
  const sale = { userId: paper.ownerId, estanteId: liar.stallId, codeQrUuid: paper.voucherId, price };
  swear(world, liar, purchaseOpId, sale, knownBalance === null);
  const payload = {
    ...sale,
    purchaseOpId,
    limitsVersion: isPlausible ? (limits?.version ?? 1) : 1 + dice.int(4),
    snapshotAsOf: asOf,
    knownBalance,
    spentHere: toAmount(0),
    deviceOpen: toAmount(0),
    proof: paper.proof,
  };
  return write(world, liar, 'acceptance', payload, {
    seq: isPlausible || dice.chance(0.9) ? liar.seq + 1 : liar.seq + 1 + dice.int(5),
    occurredAt: new Date(now + shift).toISOString(),
    clockOffset: isPlausible ? 0 : dice.pick([0, -shift, dice.int(1e9)]),
  });
}

/** Its result if it were believed. */
function swear(
  world: SimWorld,
  { id: deviceId, stallId: operatorId }: SimLiar,
  opId: Envelope['opId'],
  { codeQrUuid: voucherId, price: amount }: Pick<WithdrawalPayload, 'codeQrUuid' | 'price'>,
  isUnlisted = false,
): void {
  world.deeds.set(opId, { deviceId, kind: 'purchase', voucherId, amount, operatorId, isUnlisted });
}

/** Next number, chained, signed; `change` spoils the envelope before it is hashed. */
function write<Kind extends Envelope['kind']>(
  world: SimWorld,
  liar: SimLiar,
  kind: Kind,
  payload: Extract<Envelope, { kind: Kind }>['payload'],
  change: Partial<Envelope>,
): SyncEntry {
  const unhashed = {
    v: 1,
    opId: toOpId(liar.dice.uuid()),
    deviceId: liar.id,
    seq: liar.seq + 1,
    operatorId: liar.stallId,
    occurredAt: new Date(world.loop.now()).toISOString(),
    clockOffset: 0,
    kind,
    prevHash: liar.headHash,
    payload,
    ...change,
  } as UnhashedEnvelope;
  const envelope = { ...unhashed, hash: envelopeHash(unhashed) } as Envelope;
  liar.seq = envelope.seq;
  liar.headHash = envelope.hash;
  return { envelope, sig: signed(world, liar, envelopeText(envelope.hash)) };
}

/** Makes one contact. */
async function send(world: SimWorld, liar: SimLiar, entries: readonly SyncEntry[]): Promise<void> {
  const lastSeq = liar.dice.chance(0.9) ? liar.seq : liar.dice.int(1_000);
  const body = {
    v: 1,
    deviceId: liar.id,
    sentAt: new Date(world.loop.now()).toISOString(),
    journal: { lastSeq, headHash: liar.headHash, openCount: 0, openSum: 0 },
    health: { appVersion: 'mine', storage: '', snapshotAsOf: 0 },
    entries,
  };
  const request = { ...body, proof: signed(world, liar, requestText(body)) };
  await world.server.serve({ path: '/sync', body: request, opId: undefined });
}

function signed(world: SimWorld, { publicKey }: SimLiar, text: string): string {
  return toBase64Url(world.keys.sign(publicKey, utf8ToBytes(text)));
}
