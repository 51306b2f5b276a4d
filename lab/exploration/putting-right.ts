import { actorOf, depsOf } from '#lab/simulation/deeds/staff-calls.ts';
import { codeOf } from '#lab/simulation/memory/ledger.ts';
import type { SimTab } from '#lab/simulation/world/device.ts';
import { isFinal } from '#src/client/local/db/operation.ts';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/contract/brands.ts';
import type { SaleShare } from '#src/contract/sync/envelope.ts';
import { voidPurchase } from '#src/server/purchases/purchases.ts';
import { voidTopUp } from '#src/server/topups/void-top-up.ts';
import { join } from '#src/server/vouchers/join.ts';
import { face, firstTopUp, sellPaper } from './codes.ts';
import { type Link, type Move, underLinks, withDevice } from './links.ts';
import { takePapers, type SmallWorld } from './small-world.ts';

const second = {
  opId: toOpId('00000000-0000-4000-8000-00000000a002'),
  uuid: toVoucherId('00000000-0000-4000-8000-00000000b002'),
};
const undoId = toOpId('00000000-0000-4000-8000-00000000a003');
const joinId = toOpId('00000000-0000-4000-8000-00000000a004');
const partId = toOpId('00000000-0000-4000-8000-00000000a005');
const joined = toVoucherId('00000000-0000-4000-8000-00000000b003');
const shareIds = [1, 2].map((n) => toOpId(`00000000-0000-4000-8000-00000005e00${n}`));
/** More than half of the first code, a little of the second; both within a stall's offline limit. */
const sharePrices = [6_000, 1_500];
const partPrice = 1_000;
const reason = 'WRONG_AMOUNT' as const;
const links: readonly Link[] = ['away', 'good', 'answers lost'];

/** A second code, a sale paid by both, and a person's corrections after a mistake. */
export function puttingRight(): Move[] {
  return [
    ...underLinks('the kiosk tops up again', ['away', 'good'], 1, {
      device: ({ kiosk }) => kiosk,
      isPossible: (_, used) => used.has('the kiosk tops up'),
      make: topUpAgain,
    }),
    ...underLinks('the kiosk undoes its first code', links, 1, {
      device: ({ kiosk }) => kiosk,
      isPossible: (_, used) => used.has('the kiosk tops up'),
      make: undo,
    }),
    ...underLinks('stall 1 sells to both codes', links, 1, {
      device: ({ stalls }) => stalls[0],
      isPossible: ({ world }) => world.papers.length > 1,
      make: sellToBoth,
    }),
    {
      name: 'the market joins both codes',
      uses: [{ name: 'joins', most: 1 }],
      reach: { device: null, isAway: false },
      isPossible: ({ world }) => world.server.ledger.vouchers.size > 1,
      make: joinBoth,
    },
    {
      name: 'the market voids a part of a sale',
      uses: [{ name: 'voids', most: 1 }],
      reach: { device: null, isAway: false },
      isPossible: ({ world }) => world.server.ledger.purchases.size > 0,
      make: voidPart,
    },
  ];
}

async function topUpAgain(small: SmallWorld, link: Link): Promise<void> {
  const { world, kiosk } = small;
  const { id: deviceId, operatorId } = kiosk;
  const { opId, uuid: voucherId } = second;
  world.deeds.set(opId, { deviceId, operatorId, kind: 'top-up', voucherId, amount: face });
  await withDevice(small, kiosk, link, (tab) => world.spawn(tab, () => sellPaper(tab, operatorId, second)));
  takePapers(small);
}

/**
 * An operation already on the server is voided there: an offline kiosk gets that answer, and does nothing.
 */
async function undo(small: SmallWorld, link: Link): Promise<void> {
  const { world, kiosk } = small;
  const { id: deviceId, operatorId, marketId } = kiosk;
  const { opId: topUpOpId, uuid: voucherId } = firstTopUp;
  world.deeds.set(undoId, {
    deviceId,
    operatorId,
    kind: 'top-up-void',
    voucherId,
    amount: face,
    of: topUpOpId,
  });
  const intent = { opId: undoId, topUpOpId, reason, operatorId };
  await withDevice(small, kiosk, link, (tab) =>
    world.spawn(tab, async () => {
      const result = await tab.commands.voidTopUp(intent);
      if (result.kind !== 'ask-server' || link === 'away') return;
      const actor = { id: operatorId, userType: 'RECARGA' as const, marketId };
      const answer = await voidTopUp(depsOf(world), actor, { id: result.movementId, reason }, undoId);
      if (answer.kind === 'done' && link === 'good') await tab.commands.noteVoidedTopUp(intent);
    }),
  );
}

async function sellToBoth(small: SmallWorld, link: Link): Promise<void> {
  const { world, stalls } = small;
  const [stall] = stalls;
  const { id: deviceId, operatorId } = stall;
  const papers = world.papers.slice(0, 2);
  const shares = papers.map(({ ownerId, voucherId }, n): SaleShare => ({
    opId: shareIds[n] ?? toOpId(''),
    userId: ownerId,
    codeQrUuid: voucherId,
    price: toAmount(sharePrices[n] ?? 0),
  }));
  world.runs.set(toOpId(shareIds.join(' ')), shareIds);
  for (const { opId, codeQrUuid: voucherId, price: amount } of shares)
    world.deeds.set(opId, { deviceId, operatorId, kind: 'purchase', voucherId, amount });
  await withDevice(small, stall, link, (tab) =>
    world.spawn(tab, () =>
      charge(
        tab,
        operatorId,
        shares.map((share, n) => ({ ...share, proof: papers[n]?.proof ?? '' })),
      ),
    ),
  );
}

/** An undecided sale was not handed over: its person reports it for one share, which covers both. */
async function charge(
  tab: SimTab,
  operatorId: string,
  intended: readonly (SaleShare & { proof: string })[],
): Promise<void> {
  const [first, ...others] = intended.map((share) => ({ ...share, voucher: null, userName: 'luz' }));
  if (!first) return;
  const sale = { estanteId: operatorId, estanteName: 'R', operatorId };
  const result = await tab.commands.placeSharedSale({ ...sale, shares: [first, ...others] });
  if (result.kind !== 'saved') return;
  await result.decision;
  const status = await tab.db.fates.get(first.opId);
  if (status?.offline?.kind === 'deciding' && !isFinal(status)) await tab.commands.withdraw(first.opId);
}

async function joinBoth({ world }: SmallWorld): Promise<void> {
  const papers: VoucherId[] = [firstTopUp.uuid, second.uuid];
  const { ownerId = '' } = world.papers[0] ?? {};
  const owner = world.server.ledger.customers.get(ownerId)?.customer;
  if (!owner) return;
  staff(world, joinId, { voucherId: joined, amount: 0, kind: 'join', operatorId: '', of: papers.join(' ') });
  const asked = { papers, newUuid: joined, identificacion: owner.identificacion };
  await join(depsOf(world), actorOf(marketOf(world)), asked, joinId);
}

async function voidPart({ world }: SmallWorld): Promise<void> {
  const [bought] = world.server.ledger.purchases;
  if (!bought) return;
  const [of, purchase] = bought;
  staff(world, partId, {
    voucherId: null,
    amount: partPrice,
    kind: 'void',
    operatorId: purchase.stallId,
    of,
  });
  const codeCompra = codeOf(of, purchase).toUpperCase();
  const asked = { codeCompra, reason: 'error', monto: toAmount(partPrice) };
  await voidPurchase(depsOf(world), actorOf(marketOf(world)), asked, partId);
}

type Deed = Omit<Parameters<SmallWorld['world']['deeds']['set']>[1], 'deviceId'>;

function staff(world: SmallWorld['world'], opId: OpId, deed: Deed): void {
  world.deeds.set(opId, { ...deed, deviceId: 'office' });
}

function marketOf({ markets }: SmallWorld['world']) {
  const [market] = markets;
  if (!market) throw new Error('a small world has a market');
  return market;
}
