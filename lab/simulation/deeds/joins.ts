import { saidBy } from '#lab/simulation/papers.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toVoucherId, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import { join } from '#src/server/vouchers/join.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

/** Joins two or three vouchers presented to a market, sometimes with another customer's among them. */
export async function joinPapers(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const ofMarket = [...ledger.vouchers.values()].filter((one) => one.marketId === marketId);
  if (ofMarket.length < 2) return;
  const first = dice.pick(ofMarket);
  const theirs = ofMarket.filter(({ ownerId, balance }) => ownerId === first.ownerId && balance > 0);
  const stranger = dice.chance(0.5) ? [dice.pick(ofMarket)] : [];
  const brought = [...new Set([first, ...theirs.slice(0, 1 + dice.int(3)), ...stranger])];
  const owner = ledger.customers.get(first.ownerId)?.customer;
  if (brought.length < 2 || !owner) return;
  const newUuid = toVoucherId(dice.uuid());
  const papers = brought.map(({ id }) => id as VoucherId);
  note(world, null, `joins ${papers.length} papers`);
  const answer = await once(
    world,
    { voucherId: newUuid, amount: 0, kind: 'join', operatorId: '', of: papers.join(' ') },
    (opId) =>
      join(depsOf(world), actorOf(marketId), { papers, newUuid, identificacion: owner.identificacion }, opId),
  );
  if (answer?.kind === 'refused' && answer.code === 'JOIN_MIXED')
    world.reach('papers of two customers refused to be joined');
  if (answer?.kind !== 'done') return;
  world.reach('papers joined');
  const { monto, urlCodeQr } = answer.receipt;
  const proof = urlCodeQr.split('#')[1] ?? '';
  const paper = { voucherId: newUuid, ownerId: owner.id, face: monto, proof, isGenuine: true };
  world.papers.push({ ...paper, ...saidBy(proof, '') });
}
