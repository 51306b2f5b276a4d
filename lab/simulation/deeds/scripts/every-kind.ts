import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { sendByScript, writeByScript, type ScriptedDevice } from './scripted-device.ts';

const kinds = [
  'purchase',
  'top-up',
  'customer',
  'acceptance',
  'withdrawal',
  'top-up-void',
] as const satisfies Envelope['kind'][];
type Kind = (typeof kinds)[number];

const ofHeader = ['operatorId', 'occurredAt', 'clockOffset', 'seq', 'prevHash', 'opId', 'after', 'deviceId'];

/**
 * A holder of a stall's or point's key in a script writes every kind of operation that a device can write,
 * with any one field false, or none. Uses separate dice, so that its other actions stay the same.
 */
export async function lieInEveryKind(world: SimWorld, step: number): Promise<void> {
  if (isOfOneLie(world)) return;
  for (const [place, device] of [world.till, world.liar].entries()) {
    if (!device || world.papers.length === 0) continue;
    const dice = createRandom((world.seed * 67 + 31 + place) ^ (step * 49_979_687));
    for (let left = dice.int(4); left > 0; left -= 1) await lieOnce(world, device, dice);
  }
}

/**
 * A journal broken in every way would hold up the effects of a single lie: every second world, and days about
 * one dishonest device, have none of it.
 */
function isOfOneLie({ seed, focus }: SimWorld): boolean {
  return Math.floor(seed / 2) % 2 === 0 || focus === 'a liar' || focus === 'a dishonest till';
}

async function lieOnce(world: SimWorld, device: ScriptedDevice, dice: Random): Promise<void> {
  const kind = dice.pick(kinds);
  const payload = truthOf(world, device, dice)[kind];
  const field = dice.pick([...Object.keys(payload), ...ofHeader, 'none']);
  const change = ofHeader.includes(field) ? headerLie(world, device, dice, field) : {};
  if (field in payload) Object.assign(payload, { [field]: untrue(world, dice, Reflect.get(payload, field)) });
  // Its entries are on its own device, with the next number; the dice are separate.
  const own = { ...device, dice };
  const entry = writeByScript(world, own, kind, payload as never, change);
  device.seq = own.seq;
  device.headHash = own.headHash;
  swear(world, device, entry.envelope);
  await sendByScript(world, device, [entry]);
}

/**
 * Operations that the server answered some time ago: others are only on their own devices, with unguessable
 * ids.
 */
function seenOps({ server }: SimWorld, dice: Random): OpId {
  const { movements, postedIn, position } = server.ledger;
  const seen = [...movements.values()].filter(({ id }) => (postedIn.get(id) ?? position) < position);
  return seen.length > 0 ? dice.pick(seen).reference : toOpId(dice.uuid());
}

/** Truthful content of each kind about some voucher. */
function truthOf(world: SimWorld, { operatorId }: ScriptedDevice, dice: Random): Record<Kind, object> {
  const { voucherId, ownerId, proof, face } = dice.pick(world.papers);
  const { ledger } = world.server;
  const bought = [...ledger.purchases.values()];
  const sold = bought.length > 0 ? dice.pick(bought) : null;
  const price = 500 * (1 + dice.int(10));
  const sale = { userId: ownerId, estanteId: operatorId, codeQrUuid: voucherId, price };
  const made = [...world.deeds].filter(([opId, { kind }]) => kind === 'top-up' && ledger.receipts.has(opId));
  const [topUpOpId, topUp] = made.length > 0 ? dice.pick(made) : [toOpId(dice.uuid()), null];
  return {
    purchase: { ...sale, by: 'stall' },
    'top-up': { monto: 1_000 * (1 + dice.int(20)), uuid: dice.uuid(), clientId: ownerId },
    customer: { clientId: dice.uuid(), dataHash: 'of nobody' },
    acceptance: {
      ...sale,
      purchaseOpId: toOpId(dice.uuid()),
      limitsVersion: 1,
      snapshotAsOf: world.loop.now() - dice.int(3_600_000),
      knownBalance: dice.chance(0.5) ? null : face,
      spentHere: 0,
      deviceOpen: 0,
      proof,
    },
    withdrawal: {
      ...sale,
      ...(sold && { purchaseOpId: sold.reference, codeQrUuid: sold.voucherId, price: sold.amount }),
      ...(sold ? { estanteId: sold.stallId } : { purchaseOpId: toOpId(dice.uuid()) }),
    },
    'top-up-void': {
      topUpOpId,
      monto: topUp?.amount ?? 1_000,
      uuid: topUp?.voucherId ?? voucherId,
      clientId: ledger.vouchers.get(topUp?.voucherId ?? voucherId)?.ownerId ?? ownerId,
      reason: 'TWICE',
    },
  };
}

/** Another value of the same type: an amount, another existing id or an unknown one. */
function untrue(world: SimWorld, dice: Random, value: unknown): unknown {
  if (typeof value === 'number' || value === null) {
    const sum = value ?? 1_000;
    return dice.pick([sum + 1_000, sum * 10, 1, 0, -1, 2_000_000]);
  }
  const { stalls, operators, customers } = world.server.ledger;
  const { voucherId, ownerId } = dice.pick(world.papers);
  const ids = [...stalls.keys(), ...operators.keys(), ...customers.keys(), voucherId, ownerId];
  return dice.pick([...ids, seenOps(world, dice), dice.uuid(), '']);
}

function headerLie(world: SimWorld, { seq }: ScriptedDevice, dice: Random, field: string): Partial<Envelope> {
  const { devices, operators } = world.server.ledger;
  const shift = dice.pick([-20, -1, 1, 20]) * 86_400_000;
  const lies: Record<string, Partial<Envelope>> = {
    operatorId: { operatorId: dice.pick([...operators.keys()]) },
    occurredAt: { occurredAt: new Date(world.loop.now() + shift).toISOString() },
    clockOffset: { clockOffset: shift },
    seq: { seq: Math.max(1, seq + dice.pick([0, 2, 4])) },
    prevHash: { prevHash: 'of nothing' },
    opId: { opId: seenOps(world, dice) },
    after: { after: seenOps(world, dice) },
    deviceId: { deviceId: dice.pick([...devices.keys()]) },
  };
  return lies[field] ?? {};
}

/** Staff's movements have their own ids, which no device has sworn. */
function isMade({ server }: SimWorld, opId: OpId): boolean {
  return [...server.ledger.movements.values()].some(({ reference }) => reference === opId);
}

/** Its result if it were believed; none under another operation's id. */
function swear(world: SimWorld, { id: deviceId, operatorId }: ScriptedDevice, envelope: Envelope): void {
  const by = { deviceId, operatorId };
  const swears = (opId: OpId, deed: Omit<Deed, 'deviceId' | 'operatorId'>): void => {
    if (!world.deeds.has(opId) && !isMade(world, opId)) world.deeds.set(opId, { ...by, ...deed });
  };
  const { opId, kind, payload } = envelope;
  if (kind === 'top-up') swears(opId, { kind, voucherId: payload.uuid, amount: payload.monto });
  if (kind === 'purchase') swears(opId, { kind, voucherId: payload.codeQrUuid, amount: payload.price });
  if (kind === 'acceptance')
    swears(payload.purchaseOpId, {
      kind: 'purchase',
      voucherId: payload.codeQrUuid,
      amount: payload.price,
      isUnlisted: payload.knownBalance === null,
    });
  if (kind === 'top-up-void') swears(opId, { kind, voucherId: payload.uuid, amount: payload.monto });
}
