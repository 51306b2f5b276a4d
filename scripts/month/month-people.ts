import { demoPassword } from '#scripts/demo/stories.ts';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import { toAmount, toMarketId, toPoints, type MarketId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import type { Answer } from '#src/server/answer.ts';
import { changeMarketSettings, readMarketSettings } from '#src/server/nouns/accounts/market-settings.ts';
import {
  registerCustomer,
  registerFirstAdmin,
  registerMarket,
  registerStall,
  registerTopUpPoint,
  prepareSetupToken,
} from '#src/server/nouns/accounts/registrations.ts';
import { createReward } from '#src/server/nouns/points/rewards.ts';
import type { MonthDeps, MonthSize } from './month-deps.ts';

export type MonthMarket = {
  actor: Actor;
  code: string;
  stalls: Actor[];
  points: Actor[];
  rewards: string[];
};
export type MonthPeople = { admin: Actor; markets: MonthMarket[]; customers: string[] };

const names = ['Plaza La Esperanza', 'Mercado del Río', 'Feria de la Loma'];
const first = [
  'Luz',
  'Rosalba',
  'Jairo',
  'Amparo',
  'Hernán',
  'Yolanda',
  'Gildardo',
  'Óscar',
  'Carmen',
  'Beto',
];
const last = [
  'Giraldo',
  'Restrepo',
  'Martínez',
  'Patiño',
  'Ríos',
  'Quiceno',
  'Muñoz',
  'Zapata',
  'Ñáñez',
  'Pino',
];
const goods = [
  'Frutas',
  'Verduras',
  'Flores',
  'Quesos',
  'Panela',
  'Café',
  'Huevos',
  'Miel',
  'Pescado',
  'Arepas',
];
const rewardCosts = [20, 60, 150] as const;

/** Registers all people of the month through the routes' services, approved before it begins. */
export async function inviteEverybody(deps: MonthDeps, size: MonthSize): Promise<MonthPeople> {
  const admin = await inviteAdmin(deps);
  const markets: MonthMarket[] = [];
  for (let n = 0; n < size.markets; n += 1) markets.push(await inviteMarket(deps, size, n, admin));
  await deps.database.query({ text: `update person set status = 'APROBADO' where status = 'PENDIENTE'` });
  const customers: string[] = [];
  for (let n = 0; n < size.customers; n += 1) {
    const ownerName = `${deps.world.pick(first)} ${deps.world.pick(last)}`.toLowerCase();
    const made = await registerCustomer(
      deps,
      { ownerName, identificacion: String(10_000_000 + n), notice: noticeVersion },
      null,
    );
    customers.push(took(made)._id);
  }
  return { admin, markets, customers };
}

async function inviteAdmin(deps: MonthDeps): Promise<Actor> {
  const token = await prepareSetupToken(deps.database);
  if (!token) throw new Error('the month needs a database without an administrator');
  const body = { ...signIn('admin@mes.co'), ownerName: 'Lucía Administra', token };
  return { id: took(await registerFirstAdmin(deps, body))._id, userType: 'ADMIN', marketId: null };
}

/** Refunds are off by default; this month has some. */
async function allowRefunds(deps: MonthDeps, actor: Actor): Promise<void> {
  const settings = await readMarketSettings(deps, actor, null);
  if (!settings.ok) throw new Error(`a market of the month has no settings: ${settings.code}`);
  await changeMarketSettings(deps, actor, null, { ...settings.value, refundsOn: true });
}

async function inviteMarket(deps: MonthDeps, size: MonthSize, n: number, admin: Actor): Promise<MonthMarket> {
  const marketName = names[n] ?? `Mercado ${n + 1}`;
  const body = { ...signIn(`mercado${n + 1}@mes.co`), marketName };
  const { globalMarketId } = took(await registerMarket(deps, body, admin));
  const { rows } = await deps.database.query<{ id: MarketId }>({
    text: 'select id from market where code = $1',
    values: [globalMarketId],
  });
  const id = rows[0]?.id ?? toMarketId('');
  const actor: Actor = { id, userType: 'GLOBAL_MARKET', marketId: id };
  await allowRefunds(deps, actor);
  const market: MonthMarket = { actor, code: globalMarketId, stalls: [], points: [], rewards: [] };
  for (let s = n; s < size.stalls; s += size.markets) {
    const estanteName = `${goods[s % goods.length] ?? ''} ${s + 1}`;
    const stall = { ...signIn(`estante${s + 1}@mes.co`), estanteName, globalMarketId };
    market.stalls.push({
      id: took(await registerStall(deps, stall))._id,
      userType: 'ESTANTE',
      marketId: id,
    });
  }
  for (let p = n; p < size.points; p += size.markets) {
    const point = { ...signIn(`recarga${p + 1}@mes.co`), globalMarketId };
    market.points.push({
      id: took(await registerTopUpPoint(deps, point))._id,
      userType: 'RECARGA',
      marketId: id,
    });
  }
  for (const pointsCost of rewardCosts) {
    const reward = {
      name: `Premio de ${pointsCost}`,
      description: 'Del mercado',
      pointsCost: toPoints(pointsCost),
    };
    // The most expensive one is a voucher.
    const monto = pointsCost === 150 ? { monto: toAmount(5_000) } : {};
    const made = await createReward(deps, actor, { ...reward, ...monto }, undefined);
    if (made.kind === 'refused') throw new Error(`the month could not offer a reward: ${made.code}`);
    market.rewards.push(made.receipt._id);
  }
  return market;
}

function signIn(email: string) {
  return {
    email,
    ownerName: `Titular ${email.split('@')[0] ?? ''}`,
    phone: '3105550101',
    password: demoPassword,
  };
}

function took<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(`the month was refused: ${answer.code}`);
  return answer.value;
}
