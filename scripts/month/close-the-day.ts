import { randomUUID } from 'node:crypto';
import type { Till } from '#src/contract/cash/till.ts';
import { dayOf } from '#src/domain/time/market-clock.ts';
import { toAmount, toOpId, type Amount } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { listClearing, settleClearing } from '#src/server/nouns/cash/clearing.ts';
import { closeDay } from '#src/server/nouns/cash/day-close.ts';
import { listStallBalances, payStall } from '#src/server/nouns/cash/payouts.ts';
import { giveFloat } from '#src/server/nouns/cash/tills.ts';
import { listTills, receiveCash } from '#src/server/nouns/cash/tills.ts';
import type { Story } from './story.ts';

/** Before opening every till gets coins for change. */
export async function openTheTills({ deps, people, counts }: Story, opensAt: number): Promise<void> {
  deps.world.goTo(opensAt);
  for (const market of people.markets)
    for (const point of market.points) {
      const command = { topUpPointId: point.id, monto: toAmount(50_000) };
      done(await giveFloat(deps, market.actor, command, toOpId(randomUUID())));
      counts.floats += 1;
    }
}

/** A person of the market counts a till and receives its cash, which closes its account. */
export async function emptyTill(
  { deps, counts }: Story,
  market: Actor,
  { topUpPointId, expected }: Till,
  received: Amount,
): Promise<void> {
  const closes = { expected, ...(received === expected ? {} : { answers: 'MARKET' as const }) };
  done(await receiveCash(deps, market, { topUpPointId, received, closes }, toOpId(randomUUID())));
  counts.received += 1;
}

/**
 * After closing: every till's cash is received, and each market closes its day. One till in ten is short or
 * over.
 */
export async function closeTheDay(story: Story, closesAt: number): Promise<void> {
  const { deps, people } = story;
  deps.world.goTo(closesAt);
  for (const market of people.markets) {
    for (const till of await listTills(deps, market.actor)) {
      if (till.expected === 0) continue;
      const isOff = deps.world.chance() < 0.1;
      const received = isOff
        ? toAmount(Math.max(0, till.expected + 1_000 * deps.world.between(-3, 2)))
        : till.expected;
      await emptyTill(story, market.actor, till, received);
    }
    const closed = await closeDay(deps, market.actor, dayOf(deps.now(), deps.timeZone));
    if (!closed.ok || !closed.value.addsUp) throw new Error('a day of the month does not add up');
  }
}

/** Pays every stall weekly; some get a part. */
export async function payTheStalls({ deps, people, counts }: Story): Promise<void> {
  for (const market of people.markets) {
    for (const { estanteId, owed, withheld } of await listStallBalances(deps, market.actor)) {
      const due = owed - withheld;
      if (due <= 0) continue;
      counts.payouts += 1;
      const monto = toAmount(deps.world.chance() >= 0.2 ? due : Math.ceil(due / 2));
      done(await payStall(deps, market.actor, { estanteId, monto }, toOpId(randomUUID())));
    }
  }
}

/** Twice a month the markets settle their debts. */
export async function settleMarkets({ deps, people, counts }: Story): Promise<void> {
  for (const pair of await listClearing(deps, people.admin)) {
    const command = { debtorId: pair.debtorId, creditorId: pair.creditorId, monto: pair.owed };
    done(await settleClearing(deps, people.admin, command, toOpId(randomUUID())));
    counts.clearings += 1;
  }
}

function done(answer: { kind: 'done' } | { kind: 'refused'; code: string }): void {
  if (answer.kind !== 'done') throw new Error(`the month was refused: ${answer.code}`);
}
