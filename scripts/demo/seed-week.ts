import { randomUUID } from 'node:crypto';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { type Actor, ownMarket } from '#src/server/actor.ts';
import { registerCustomer } from '#src/server/nouns/accounts/registrations.ts';
import { payStall } from '#src/server/nouns/cash/payouts.ts';
import { receiveCash } from '#src/server/nouns/cash/tills.ts';
import { createReward } from '#src/server/nouns/points/rewards.ts';
import { createProduct, createSupplierProduct } from '#src/server/nouns/products/products.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { recordTopUp } from '#src/server/nouns/topups/top-ups.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { Database } from '#src/server/store/database.ts';
import type { SeedDeps } from './seed-deps.ts';
import { demoProducts, demoRegulars, demoRewards, demoSupplies, demoWeek } from './week.ts';

export type WeekPeople = { market: Actor; point: Actor; supplier: Actor; stalls: readonly Actor[] };

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Bogotá is five hours behind UTC all year. */
const bogotaMs = -5 * hourMs;

/** Plays the market days before today in order, so that reports, till and balances have contents. */
export async function seedWeek(given: SeedDeps, people: WeekPeople): Promise<void> {
  const midnight = Math.floor((given.now().getTime() + bogotaMs) / dayMs) * dayMs - bogotaMs;
  let clock = midnight - demoWeek.length * dayMs + 6 * hourMs;
  const deps = {
    ...given,
    now: () => new Date(clock),
    timeZone: 'America/Bogota',
    topUpMax: 2_000_000,
    voucherLife: endless,
  };
  const vouchers = { ...deps, voucherLinks: createVoucherLinks(deps) };
  await seedOffers(vouchers, people);
  const customers = await seedRegulars(deps);
  const sellers = { ...deps, purchases: createPurchaseQueue(deps.database, deps.now) };
  for (const [day, visits] of demoWeek.entries()) {
    const opens = midnight - (demoWeek.length - day) * dayMs + 7 * hourMs;
    let taken = 0;
    for (let visit = 0; visit < visits; visit += 1) {
      clock = opens + Math.round((visit * 7 * hourMs) / visits);
      const clientId = customers[(visit * 5 + day) % customers.length] ?? '';
      const uuid = toVoucherId(randomUUID());
      const monto = 10_000 * (2 + ((visit * 7 + day * 3) % 7));
      const topUp = await recordTopUp(
        vouchers,
        { monto: toAmount(monto), uuid, clientId },
        { id: people.point.id, marketId: ownMarket(people.point) },
        undefined,
      );
      if (topUp.kind === 'refused') throw new Error(`the week's top-up was refused: ${topUp.code}`);
      taken += monto;
      for (let bought = 0; bought < 2; bought += 1) {
        clock += 9 * 60_000;
        const estanteId = people.stalls[(visit * (bought + 1) + day) % people.stalls.length]?.id ?? '';
        const share = 0.3 + 0.03 * ((visit * 11 + day * 5 + bought * 4) % 6);
        const price = 500 * Math.round((monto * share) / 500);
        const command = { userId: clientId, estanteId, codeQrUuid: uuid, price: toAmount(price) };
        const sold = await recordPurchase(sellers, command, estanteId, undefined);
        if (sold.kind === 'refused') throw new Error(`the week's purchase was refused: ${sold.code}`);
      }
    }
    clock = opens + 9 * hourMs;
    await endDay(deps, people, { counted: taken, isPayday: day === demoWeek.length - 3 });
  }
}

type Evening = { counted: number; isPayday: boolean };
type CashDeps = { database: Database; now: () => Date; timeZone: string };

async function endDay(deps: CashDeps, people: WeekPeople, evening: Evening): Promise<void> {
  const { counted, isPayday } = evening;
  const received = toAmount(counted);
  const receipt = { topUpPointId: people.point.id, received, closes: { expected: received } };
  const taken = await receiveCash(deps, people.market, receipt, undefined);
  if (taken.kind === 'refused') throw new Error(`the week's receipt was refused: ${taken.code}`);
  if (!isPayday) return;
  const payout = { estanteId: people.stalls[0]?.id ?? '', monto: toAmount(50_000), note: 'Adelanto' };
  const paid = await payStall(deps, people.market, payout, undefined);
  if (paid.kind === 'refused') throw new Error(`the week's payout was refused: ${paid.code}`);
}

async function seedOffers(deps: Parameters<typeof createReward>[0], people: WeekPeople): Promise<void> {
  const [stall] = people.stalls;
  if (!stall) throw new Error('the demo needs a stall');
  for (const product of demoProducts) await createProduct(deps, stall, product, undefined);
  for (const product of demoSupplies) await createSupplierProduct(deps, people.supplier, product, undefined);
  for (const reward of demoRewards) await createReward(deps, people.market, reward, undefined);
}

async function seedRegulars(deps: { database: Database; now: () => Date }): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, ownerName] of demoRegulars.entries()) {
    const answer = await registerCustomer(
      deps,
      { ownerName, identificacion: String(30_114_200 + n * 7919) },
      null,
    );
    if (!answer.ok) throw new Error(`the week's customer was refused: ${answer.code}`);
    ids.push(answer.value._id);
  }
  return ids;
}
