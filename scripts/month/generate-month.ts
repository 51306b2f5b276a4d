import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { Database } from '#src/server/store/database.ts';
import { readSetting, writeSetting } from '#src/server/store/records/settings.ts';
import { closeTheDay, openTheTills, payTheStalls, settleMarkets } from './close-the-day.ts';
import { extraBeginnings } from './extra-beginnings.ts';
import { liveThroughDay } from './market-day.ts';
import type { MonthCounts, MonthDeps, MonthSize } from './month-deps.ts';
import { inviteEverybody } from './month-people.ts';
import { enrolTablets } from './sell-without-link.ts';
import type { StoryWorld } from './story-world.ts';
import type { Story } from './story.ts';

export const ordinaryMonth: MonthSize = {
  markets: 3,
  stalls: 60,
  points: 12,
  customers: 5_000,
  days: 30,
  purchases: 100_000,
};

/** The first of March 2026, six in the morning in Bogotá. */
export const monthBegins = Date.UTC(2026, 2, 1, 11);
const dayMs = 86_400_000;
const openMs = 9 * 3_600_000;

/** Fills an empty database with a month; `onDay` receives the progress. The data counts as a demo's. */
export async function generateMonth(
  database: Database,
  world: StoryWorld,
  size: MonthSize,
  onDay: (day: number, counts: MonthCounts) => void,
): Promise<MonthCounts> {
  await refuseUsed(database);
  await writeSetting(database, 'demo', 'being filled');
  // One batch after the other: otherwise random draws would follow the order of answers.
  const oneByOne = { ...pick(database), sessionCount: 1 };
  const now = (): Date => world.now();
  const links = { database, now, publicUrl: 'http://localhost:3000' };
  // One key for the whole month, read once.
  const link = await createVoucherLinks(links)();
  const deps: MonthDeps = {
    world,
    database,
    purchases: createPurchaseQueue(oneByOne, now),
    now,
    voucherLinks: async () => link,
    timeZone: 'America/Bogota',
    topUpMax: 2_000_000,
    voucherLife: endless,
    lateDevices: async () => [],
  };
  const counts: MonthCounts = {
    topUps: 0,
    purchases: 0,
    refused: 0,
    voids: 0,
    undone: 0,
    refunds: 0,
    redemptions: 0,
    reissues: 0,
    blocks: 0,
    overspends: 0,
    payouts: 0,
    joins: 0,
    floats: 0,
    received: 0,
    clearings: 0,
    extras: {},
  };
  const people = await inviteEverybody(deps, size);
  const story: Story = { deps, people, counts, vouchers: [], tablets: await enrolTablets(deps, people) };
  for (const [extra, begin] of Object.entries(extraBeginnings))
    counts.extras = { ...counts.extras, [extra]: await begin(story) };
  for (let day = 0; day < size.days; day += 1) {
    const wanted = Math.round((size.purchases * (day + 1)) / size.days) - counts.purchases;
    await openTheTills(story, monthBegins + day * dayMs);
    await liveThroughDay(story, monthBegins + day * dayMs, wanted);
    await closeTheDay(story, monthBegins + day * dayMs + openMs);
    if (day % 7 === 6) await payTheStalls(story);
    if (day % 15 === 14) await settleMarkets(story);
    onDay(day + 1, counts);
  }
  world.goTo(monthBegins + size.days * dayMs);
  await foldDays(database, deps.timeZone);
  // So many rows at once: the planner is updated now, and not when autovacuum runs.
  await database.query({ text: 'analyze' });
  await writeSetting(database, 'demo', 'ready');
  return counts;
}

function pick(database: Database): Omit<Database, 'sessionCount'> {
  return {
    query: database.query.bind(database),
    transaction: database.transaction.bind(database),
    close: database.close.bind(database),
  };
}

async function refuseUsed(database: Database): Promise<void> {
  const { rows } = await database.query<{ used: boolean }>({
    text: 'select exists (select 1 from person) as used',
  });
  if (rows[0]?.used || (await readSetting(database, 'demo')) !== null)
    throw new Error('Esta base de datos ya tiene datos. Use otra carpeta en DATA_DIR u otra DATABASE_URL.');
}
