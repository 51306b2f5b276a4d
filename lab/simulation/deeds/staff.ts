import { codeOf } from '#lab/simulation/memory/ledger.ts';
import { saidBy } from '#lab/simulation/papers.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { assignLoss } from '#src/operations/assignment/assign.ts';
import { toAmount, toVoucherId, type MarketId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { giveFloat } from '#src/server/cash/floats.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import { voidPurchase } from '#src/server/purchases/purchases.ts';
import { block, reissue, unblock } from '#src/server/vouchers/changes.ts';
import { carryCash } from './cash-received.ts';
import { decideSale } from './decisions.ts';
import { takeEnded } from './ends.ts';
import { payOut } from './payouts.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';
import { undoTopUp } from './undo.ts';

/**
 * A market's actions besides its stalls, through the product's own services; sometimes the same call comes
 * twice.
 */
export async function workAsStaff(world: SimWorld): Promise<void> {
  const { dice } = world.trouble;
  const isAbout = world.focus === 'staff of two markets' || world.focus === 'losses that staff assign';
  for (let left = isAbout ? 3 : 1; left > 0; left -= 1) if (dice.chance(0.6)) await workOnce(world);
}

/** The market does its books when everything is delivered. */
export async function closeUp(world: SimWorld): Promise<void> {
  for (let left = 6; left > 0; left -= 1) {
    await decideSale(world, 100 + left, true);
    await carryCash(world, 100 + left);
    if (world.trouble.hasStaff && !world.restore) await workOnce(world);
  }
}

async function workOnce(world: SimWorld): Promise<void> {
  const { dice } = world.trouble;
  const marketId = dice.pick(world.markets);
  const deeds = [voidSale, payOut, giveCash, changeBlock, replacePaper, assign, takeEnded, undoTopUp];
  const hasLines = [...world.server.ledger.conflicts.values()].some(({ state }) => state === 'overspend');
  await (hasLines && dice.chance(0.3) ? assign : dice.pick(deeds))(world, marketId);
}

async function voidSale(world: SimWorld, marketId: MarketId): Promise<void> {
  const { purchases } = world.server.ledger;
  const sales = [...purchases.keys()];
  if (sales.length === 0) return;
  const movementId = world.trouble.dice.pick(sales);
  const stallId = purchases.get(movementId)?.stallId ?? '';
  const byStall = world.trouble.dice.chance(0.4);
  const actor: Actor = byStall
    ? {
        id: stallId,
        userType: 'ESTANTE',
        marketId: world.server.ledger.stalls.get(stallId)?.marketId ?? marketId,
      }
    : actorOf(marketId);
  const codeCompra = codeOf(movementId).toUpperCase();
  // Codes of the server are random, and days are not.
  note(world, null, `voids sale ${sales.indexOf(movementId)}`);
  const command = { codeCompra, reason: 'error' };
  const answer = await once(
    world,
    { voucherId: null, amount: 0, kind: 'void', operatorId: stallId, of: movementId },
    (opId) => voidPurchase(depsOf(world), actor, command, opId),
  );
  if (answer?.kind === 'done') world.reach('a sale voided by staff');
}

/** base de caja, to one of the market's points */
async function giveCash(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const kiosks = world.devices.filter((device) => device.kind === 'kiosk' && device.marketId === marketId);
  if (kiosks.length === 0) return;
  const { operatorId } = dice.pick(kiosks);
  const amount = toAmount(1 + dice.int(5_000));
  const answer = await once(world, { voucherId: null, amount, kind: 'till-float', operatorId }, (opId) =>
    giveFloat(depsOf(world), actorOf(marketId), { topUpPointId: operatorId, monto: amount }, opId),
  );
  if (answer?.kind === 'done') world.reach('a till given cash to begin with');
}

function issuedIn({ server }: SimWorld, marketId: MarketId): string[] {
  return [...server.ledger.issued]
    .filter(([, voucherId]) => server.ledger.vouchers.get(voucherId)?.marketId === marketId)
    .map(([movementId]) => movementId);
}

async function changeBlock(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const issued = issuedIn(world, marketId);
  if (issued.length === 0) return;
  const id = dice.pick(issued);
  const isBlock = dice.chance(0.5);
  try {
    const answer = await (isBlock ? block : unblock)(depsOf(world), actorOf(marketId), { id, reason: 'x' });
    if (answer.ok && !isBlock) world.reach('a voucher unblocked');
    const voucherId = world.server.ledger.issued.get(id);
    if (answer.ok && !isBlock && voucherId) world.unblocked.add(voucherId);
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}

async function replacePaper(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const issued = issuedIn(world, marketId);
  if (issued.length === 0) return;
  const id = dice.pick(issued);
  const voucher = ledger.vouchers.get(ledger.issued.get(id) ?? '');
  const owner = voucher && ledger.customers.get(voucher.ownerId)?.customer;
  if (!voucher || !owner) return;
  const newUuid = toVoucherId(dice.uuid());
  const { balance } = voucher;
  const answer = await once(
    world,
    { voucherId: newUuid, amount: balance, kind: 'reissue', operatorId: '', of: voucher.id },
    (opId) =>
      reissue(depsOf(world), actorOf(marketId), { id, newUuid, identificacion: owner.identificacion }, opId),
  );
  if (answer?.kind !== 'done') return;
  world.reach('a paper replaced by a new one');
  const proof = answer.receipt.urlCodeQr.split('#')[1] ?? '';
  const said = saidBy(proof, '');
  world.papers.push({
    voucherId: newUuid,
    ownerId: owner.id,
    face: balance,
    proof,
    ...said,
    isGenuine: true,
  });
}

async function assign(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const lines = [...world.server.ledger.conflicts.values()].filter(
    (line) => line.state === 'overspend' && line.marketId === marketId,
  );
  if (lines.length === 0) return;
  const line = dice.pick(lines);
  const to = dice.pick(['guarantee', 'stall', 'customer'] as const);
  world.deeds.set(partOf(line.opId, 'assigned'), {
    deviceId: 'office',
    kind: 'assignment',
    voucherId: null,
    amount: line.missing,
    operatorId: to === 'stall' ? line.stallId : '',
    bearer: to === 'stall' ? '' : to === 'customer' ? 'debt' : 'guarantee',
    of: line.purchaseOpId,
  });
  try {
    const answer = await assignLoss(world.server.deps, actorOf(marketId), { id: line.id, to, note: 'x' });
    if (answer.ok) world.reach('a loss assigned');
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}
