import { createRandom } from '#lab/simulation/machine/random.ts';
import { peekEnvelopes } from '#lab/simulation/peek.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { TopUpVoidPayload } from '#src/operations/top-up-void/rule.ts';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import {
  enlistScript,
  sendByScript,
  writeByScript,
  type ScriptedDevice,
  type ScriptedEntry,
} from './scripted-device.ts';

type TopUpFacts = Omit<TopUpVoidPayload, 'reason'>;
type OwnTopUp = { opId: OpId; uuid: VoucherId; clientId: string; monto: number };

/** A kiosk's enrolled key in a script: its top-ups are real, its later claims about them are not. */
export type DishonestTill = ScriptedDevice & {
  sold: OwnTopUp[];
  /** Voids it sent, and the false fact in each. */
  voids: Map<OpId, { topUpOpId: OpId; lie: TillLie; occurredAt: number }>;
  /** Ids of other operations under which it got a seal of the server. */
  sealed: OpId[];
};

export const tillLies = [
  'none',
  'amount',
  'voucher',
  'customer',
  'long-ago',
  'ahead',
  'reference',
  'point',
  'known-id',
  'number',
] as const;
export type TillLie = (typeof tillLies)[number];

const day = 86_400_000;

/** One world in eight has one; its operator is signed in. */
export function settleDishonestTill(world: SimWorld): void {
  const dice = createRandom(world.seed * 37 + 11);
  if (!dice.chance(0.125) && world.focus !== 'a dishonest till') return;
  world.till = {
    ...enlistScript(world, 'kiosk', dice.pick(world.markets), dice),
    sold: [],
    voids: new Map(),
    sealed: [],
  };
}

export async function cheatAtTill(world: SimWorld): Promise<void> {
  const { till } = world;
  if (till) for (let contact = till.dice.int(5); contact > 0; contact -= 1) await cheatOnce(world, till);
}

async function cheatOnce(world: SimWorld, till: DishonestTill): Promise<void> {
  const entries = [till.dice.chance(0.6) ? topUp(world, till) : null, undo(world, till)];
  const isAhead = till.dice.chance(0.1);
  const results = await sendByScript(
    world,
    till,
    entries.flatMap((entry) => entry ?? []),
    isAhead ? till.seq + 100_000 : till.seq,
  );
  for (const { opId, seal } of results) {
    const isOther = world.deeds.get(opId)?.kind === 'top-up';
    if (seal && isOther && till.voids.get(opId)?.lie === 'known-id') till.sealed.push(opId);
  }
}

function topUp(world: SimWorld, till: DishonestTill): ScriptedEntry | null {
  const customers = [...world.server.ledger.customers.values()].filter(
    ({ mergedInto }) => mergedInto === null,
  );
  if (customers.length === 0) return null;
  const clientId = till.dice.pick(customers).customer.id;
  const [uuid, monto] = [toVoucherId(till.dice.uuid()), 1_000 * (2 + till.dice.int(9))];
  const entry = writeByScript(world, till, 'top-up', { monto: toAmount(monto), uuid, clientId });
  const { opId, deviceId, operatorId } = entry.envelope;
  world.deeds.set(opId, { deviceId, kind: 'top-up', voucherId: uuid, amount: monto, operatorId });
  till.sold.push({ opId, uuid, clientId, monto });
  return entry;
}

/** Claims that the cash of a top-up was returned, with one fact changed that would pay more. */
function undo(world: SimWorld, till: DishonestTill): ScriptedEntry | null {
  const { dice } = till;
  if (till.sold.length === 0) return null;
  const [own, lie] = [dice.pick(till.sold), dice.pick(tillLies)];
  const { receipts } = world.server.ledger;
  const others = [...world.deeds].filter(
    ([opId, deed]) => deed.kind === 'top-up' && deed.deviceId !== till.id && receipts.has(opId),
  );
  const [other] = others.length > 0 ? [dice.pick(others)] : [];
  const reason = 'TWICE' as const;
  const payload = (lie === 'point' ? ofAnotherPoint(world, till) : null) ?? {
    topUpOpId: lie === 'reference' ? toOpId(other?.[0] ?? dice.uuid()) : own.opId,
    monto: toAmount(own.monto + (lie === 'amount' ? 20_000 : 0)),
    uuid: lie === 'voucher' ? otherVoucher(world, dice) : own.uuid,
    clientId: lie === 'customer' ? dice.uuid() : own.clientId,
  };
  const shift = lie === 'long-ago' ? -20 * day : lie === 'ahead' ? day : 0;
  const occurredAt = world.loop.now() + shift;
  const known = lie === 'known-id' && other ? { opId: toOpId(other[0]) } : {};
  const entry = writeByScript(
    world,
    till,
    'top-up-void',
    { ...payload, reason },
    {
      occurredAt: new Date(occurredAt).toISOString(),
      ...(lie === 'number' ? { seq: till.seq + 1 + dice.int(5) } : {}),
      ...known,
    },
  );
  const { opId, deviceId, operatorId } = entry.envelope;
  if (!world.deeds.has(opId))
    world.deeds.set(opId, {
      deviceId,
      kind: 'top-up-void',
      voucherId: own.uuid,
      amount: own.monto,
      operatorId,
    });
  till.voids.set(opId, { topUpOpId: payload.topUpOpId, lie, occurredAt });
  return entry;
}

/** All of it true, but the cash was another till's. */
function ofAnotherPoint({ devices, server }: SimWorld, { dice, marketId }: DishonestTill): TopUpFacts | null {
  const { receipts } = server.ledger;
  const made = devices
    .filter((device) => device.kind === 'kiosk' && device.marketId === marketId)
    .flatMap(({ disk }) => [...peekEnvelopes(disk).values()] as Envelope[])
    .flatMap((one) => (one.kind === 'top-up' && receipts.get(one.opId)?.refusal === null ? [one] : []));
  if (made.length === 0) return null;
  const { opId: topUpOpId, payload } = dice.pick(made);
  const { monto, uuid, clientId } = payload;
  return { topUpOpId, monto, uuid, clientId };
}

/** Another customer's, or an unknown one while there is no voucher yet. */
function otherVoucher({ papers }: SimWorld, dice: DishonestTill['dice']): VoucherId {
  return papers.length > 0 ? dice.pick(papers).voucherId : toVoucherId(dice.uuid());
}
