import { enrolTablet, settleWithoutLink } from '#scripts/demo/sell-without-link.ts';
import { assignLoss } from '#src/operations/assignment/assign.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { newVoucherId } from '#src/server/ledger/ids.ts';
import { settlementOverSql } from '#src/server/sync-over-sql.ts';
import type { MonthDeps, StoryVoucher } from './month-deps.ts';
import type { MonthPeople } from './month-people.ts';
import type { Story } from './story.ts';

/** One enrolled tablet per market. */
export async function enrolTablets(deps: MonthDeps, people: MonthPeople): Promise<string[]> {
  const tablets: string[] = [];
  for (const [n, { actor }] of people.markets.entries())
    tablets.push(await enrolTablet(deps, actor.marketId, `Tableta ${n + 1}`));
  return tablets;
}

/** A sale without a link that leaves a shortfall, which the guarantee fund bears half of the times. */
export async function sellWithoutLink(story: Story, voucher: StoryVoucher): Promise<void> {
  const { deps, people, counts, tablets } = story;
  const market = people.markets[voucher.market];
  const deviceId = tablets[voucher.market];
  if (!market?.actor.marketId || !deviceId) throw new Error('a market of the month has no tablet');
  const price = voucher.balance + 100 * deps.world.between(10, 90);
  const opId = await settleWithoutLink(deps, {
    deviceId,
    seq: counts.overspends + 1,
    stallId: deps.world.pick(market.stalls).id,
    marketId: market.actor.marketId,
    customerId: voucher.owner,
    voucherId: voucher.uuid,
    price,
  });
  counts.overspends += 1;
  if (deps.world.chance() < 0.5) await assign(deps, market.actor, opId);
}

async function assign(
  { database, now }: MonthDeps,
  manager: Parameters<typeof assignLoss>[1],
  opId: OpId,
): Promise<void> {
  const settlement = settlementOverSql({ database, now, onFailure: fail });
  const { rows } = await database.query<{ id: string }>({
    text: 'select id from conflict_line where op_id = $1',
    values: [opId],
  });
  const issueLink = async () => ({ urlCodeQr: '', expiresAt: null });
  const assigning = { ...settlement, newVoucherId, issueLink, timeZone: 'America/Bogota' };
  const command = { id: rows[0]?.id ?? '', to: 'guarantee' as const, note: 'Cuota del fondo' };
  const assigned = await assignLoss(assigning, manager, command);
  if (!assigned.ok) throw new Error(`an overspend of the month was not assigned: ${assigned.code}`);
}

function fail(error: unknown): never {
  throw error;
}
