import { actorOf, depsOf } from '#lab/simulation/deeds/staff-calls.ts';
import { codeOf } from '#lab/simulation/memory/ledger.ts';
import { toOpId, toVoucherId, type OpId, type VoucherId } from '#src/contract/brands.ts';
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
const voidId = toOpId('00000000-0000-4000-8000-00000000a005');
const joined = toVoucherId('00000000-0000-4000-8000-00000000b003');
const reason = 'WRONG_AMOUNT' as const;
const links: readonly Link[] = ['away', 'good', 'answers lost'];

/** A second code, and a person's corrections after a mistake. */
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
    {
      name: 'the market joins both codes',
      uses: [{ name: 'joins', most: 1 }],
      reach: { device: null, isAway: false },
      isPossible: ({ world }) => world.server.ledger.vouchers.size > 1,
      make: joinBoth,
    },
    {
      name: 'the market voids a sale',
      uses: [{ name: 'voids', most: 1 }],
      reach: { device: null, isAway: false },
      isPossible: ({ world }) => world.server.ledger.purchases.size > 0,
      make: voidOne,
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

async function joinBoth({ world }: SmallWorld): Promise<void> {
  const papers: VoucherId[] = [firstTopUp.uuid, second.uuid];
  const { ownerId = '' } = world.papers[0] ?? {};
  const owner = world.server.ledger.customers.get(ownerId)?.customer;
  if (!owner) return;
  staff(world, joinId, { voucherId: joined, amount: 0, kind: 'join', operatorId: '', of: papers.join(' ') });
  const asked = { papers, newUuid: joined, identificacion: owner.identificacion };
  await join(depsOf(world), actorOf(marketOf(world)), asked, joinId);
}

async function voidOne({ world }: SmallWorld): Promise<void> {
  const [bought] = world.server.ledger.purchases;
  if (!bought) return;
  const [of, purchase] = bought;
  const { stallId: operatorId, amount } = purchase;
  staff(world, voidId, { voucherId: null, amount, kind: 'void', operatorId, of });
  const codeCompra = codeOf(of).toUpperCase();
  const asked = { codeCompra, reason: 'error' };
  await voidPurchase(depsOf(world), actorOf(marketOf(world)), asked, voidId);
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
