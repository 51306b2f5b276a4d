import { randomUUID } from 'node:crypto';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import {
  toAmount,
  toMarketCode,
  toMarketId,
  toVoucherId,
  type MarketCode,
  type MarketId,
} from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { type Actor, ownMarket } from '#src/server/actor.ts';
import type { Answer } from '#src/server/answer.ts';
import { blockVoucher } from '#src/server/ledger/vouchers.ts';
import {
  registerCustomer,
  registerFirstAdmin,
  registerMarket,
  registerStall,
  registerSupplier,
  registerTopUpPoint,
  prepareSetupToken,
} from '#src/server/nouns/accounts/registrations.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { recordTopUp } from '#src/server/nouns/topups/top-ups.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { Database } from '#src/server/store/database.ts';
import { readSetting, writeSetting } from '#src/server/store/records/settings.ts';
import type { SeedDeps } from './seed-deps.ts';
import { seedWeek, type WeekPeople } from './seed-week.ts';
import { enrolTablet, settleWithoutLink } from './sell-without-link.ts';
import { demoCustomers, demoMarkets, demoPassword, demoStalls, demoWaitingStall } from './stories.ts';

const phone = '3105550101';
const signIn = { phone, password: demoPassword };

/**
 * Fills an empty database with the demo's people, through the same services as the routes. Does nothing the
 * second time.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  if ((await readSetting(deps.database, 'demo')) === 'ready') return;
  await refuseUsedDatabase(deps.database);
  await writeSetting(deps.database, 'demo', 'being filled');
  await seedAdmin(deps);
  const codes = await seedMarkets(deps);
  const stalls = await seedStalls(deps, codes);
  const point = await seedTopUpPoint(deps, codes.get('esperanza') ?? toMarketCode(''));
  const supplier = took(
    await registerSupplier(deps, { ...signIn, email: 'proveedor@demo.co', ownerName: 'Semillas del Valle' }),
  );
  await approveAll(deps.database);
  const people = await weekPeople(deps, { stalls, point, supplier: supplier._id, codes });
  await seedWeek(deps, people);
  await seedWaiting(deps, codes.get('esperanza') ?? toMarketCode(''));
  for (const customer of demoCustomers) await seedCustomer(deps, customer, stalls, people.point);
  await writeSetting(deps.database, 'demo', 'ready');
}

/** All people of Plaza La Esperanza, as the services know them. */
async function weekPeople(
  deps: SeedDeps,
  ids: { stalls: readonly string[]; point: string; supplier: string; codes: Map<string, MarketCode> },
): Promise<WeekPeople> {
  const { rows } = await deps.database.query<{ id: MarketId }>({
    text: 'select id from market where code = $1',
    values: [ids.codes.get('esperanza') ?? toMarketCode('')],
  });
  const marketId = rows[0]?.id ?? toMarketId('');
  const stalls = ids.stalls.filter((_, n) => demoStalls[n]?.market === 'esperanza');
  return {
    market: { id: marketId, userType: 'GLOBAL_MARKET', marketId },
    point: { id: ids.point, userType: 'RECARGA', marketId },
    supplier: { id: ids.supplier, userType: 'PROVEEDOR', marketId: null },
    stalls: stalls.map((id) => ({ id, userType: 'ESTANTE', marketId })),
  };
}

async function refuseUsedDatabase(database: Database): Promise<void> {
  const { rows } = await database.query<{ used: boolean }>({
    text: 'select exists (select 1 from person) as used',
  });
  if (rows[0]?.used)
    throw new Error(
      'Esta base de datos ya tiene cuentas y no es de la demostración. Use otra carpeta en DATA_DIR.',
    );
}

async function seedAdmin(deps: SeedDeps): Promise<void> {
  const token = await prepareSetupToken(deps.database);
  if (!token) throw new Error('the demo needs a database without an administrator');
  took(
    await registerFirstAdmin(deps, {
      ...signIn,
      email: 'admin@demo.co',
      ownerName: 'Lucía Administra',
      token,
    }),
  );
}

async function seedMarkets(deps: SeedDeps): Promise<Map<string, MarketCode>> {
  const codes = new Map<string, MarketCode>();
  for (const { key, email, ownerName, marketName } of demoMarkets) {
    const market = took(await registerMarket(deps, { ...signIn, email, ownerName, marketName }));
    codes.set(key, market.globalMarketId);
  }
  await approveAll(deps.database);
  return codes;
}

async function seedStalls(deps: SeedDeps, codes: Map<string, MarketCode>): Promise<string[]> {
  const ids: string[] = [];
  for (const { email, ownerName, estanteName, market } of demoStalls) {
    const globalMarketId = codes.get(market) ?? toMarketCode('');
    const stall = took(
      await registerStall(deps, { ...signIn, email, ownerName, estanteName, globalMarketId }),
    );
    ids.push(stall._id);
  }
  return ids;
}

async function seedTopUpPoint(deps: SeedDeps, globalMarketId: MarketCode): Promise<string> {
  const body = { ...signIn, email: 'recarga@demo.co', ownerName: 'Jairo Martínez', globalMarketId };
  return took(await registerTopUpPoint(deps, body))._id;
}

/** One stall waits for the market, one market for the administrator. */
async function seedWaiting(deps: SeedDeps, globalMarketId: MarketCode): Promise<void> {
  const { email, ownerName, estanteName } = demoWaitingStall;
  took(await registerStall(deps, { ...signIn, email, ownerName, estanteName, globalMarketId }));
  const market = {
    email: 'mercado.nuevo@demo.co',
    ownerName: 'Gildardo Ríos',
    marketName: 'Feria de la Loma',
  };
  took(await registerMarket(deps, { ...signIn, ...market }));
}

async function seedCustomer(
  deps: SeedDeps,
  customer: (typeof demoCustomers)[number],
  stalls: readonly string[],
  point: Actor,
): Promise<void> {
  const { ownerName, identificacion, email } = customer;
  const { _id: clientId } = took(
    await registerCustomer(deps, { ownerName, identificacion, email, notice: noticeVersion }, null),
  );
  const uuid = toVoucherId(randomUUID());
  const topUps = {
    ...deps,
    voucherLinks: createVoucherLinks(deps),
    topUpMax: 2_000_000,
    voucherLife: endless,
  };
  const topUp = await recordTopUp(
    topUps,
    { monto: toAmount(customer.topUp), uuid, clientId },
    { id: point.id, marketId: ownMarket(point) },
    undefined,
  );
  if (topUp.kind === 'refused') throw new Error(`the demo's top-up was refused: ${topUp.code}`);
  const purchases = createPurchaseQueue(deps.database, deps.now);
  for (const [place, price] of customer.purchases) {
    const estanteId = stalls[place] ?? '';
    const command = { userId: clientId, estanteId, codeQrUuid: uuid, price: toAmount(price) };
    const bought = await recordPurchase({ purchases }, command, estanteId, undefined);
    if (bought.kind === 'refused') throw new Error(`the demo's purchase was refused: ${bought.code}`);
  }
  if (customer.blocked) await blockVoucher(deps.database, uuid, 'person', deps.now());
  if (!customer.copied) return;
  const [place, price] = customer.copied;
  const marketId = ownMarket(point);
  await settleWithoutLink(deps, {
    deviceId: await enrolTablet(deps, marketId, `Tableta de ${demoStalls[place]?.estanteName}`),
    seq: 1,
    stallId: stalls[place] ?? '',
    marketId,
    customerId: clientId,
    voucherId: uuid,
    price,
  });
}

/** Dates the demo's approvals before the story begins. */
async function approveAll(database: Database): Promise<void> {
  await database.query({ text: `update person set status = 'APROBADO' where status = 'PENDIENTE'` });
}

function took<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(`the demo was refused: ${answer.code}`);
  return answer.value;
}
