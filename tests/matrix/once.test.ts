import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call } from '#src/contract/call.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { open, pathOf } from './rule.ts';
import { routeOf, rules } from './rules.ts';

const place = marketForSuite();
const voucher = () => place.topUp(5_000);
const idOfOne = async () => place.idOf(await voucher());
const sold = async (stall?: 'other ESTANTE') => place.bought(await voucher(), 5_000, stall);
const fresh = () => ({ newUuid: randomUUID(), identificacion: place.market.customer.identificacion });
const clientId = () => place.market.customer.id;
const point = () => ({ topUpPointId: place.market.ids['RECARGA'] });
/** Returns this body once that work is done. */
const after = async (work: Promise<unknown>, body: () => object) => work.then(body);

async function expired(): Promise<object> {
  const uuid = await voucher();
  await place.rowsOf('update voucher set expires_at = now() where id = $1', uuid);
  return { id: await place.idOf(uuid) };
}
async function redeemable(): Promise<object> {
  await sold();
  await place.passNight();
  const reward = { name: 'Café', description: 'Tostado', pointsCost: 1 };
  return { clientId: clientId(), pointsId: (await place.manage('/points/create', reward)).body['_id'] };
}
async function payable(): Promise<object> {
  await sold();
  const { estanteId, paid } = await place.dues();
  return { pagos: [{ estanteId, monto: 1_000, paid }] };
}
async function refundable(): Promise<object> {
  await place.set({ refundsOn: true });
  return { vouchers: [{ id: await idOfOne(), monto: 5_000 }], reason: 'ERROR' };
}
async function rowsOfSheet(): Promise<object> {
  const begin = { kind: 'customers', fileName: 'a.csv', fileHash: 'a'.repeat(64), rows: 1 };
  const { _id: id } = (await place.manage('/sheets/begin', begin)).body;
  return { id, lines: { kind: 'customers', rows: [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }] } };
}

/** By call: a change that makes it another operation, and its caller and a body where those of its rule do not succeed. */
const keyed: Record<string, [other: object, as?: Asker, body?: () => Promise<object>]> = {
  createTopUp: [{ monto: 6_000 }],
  createProduct: [{ price: 1 }],
  addSupplierProduct: [{ precio: 1 }],
  createReward: [{ pointsCost: 1 }],
  beginSheet: [{ rows: 2 }],
  createPurchase: [
    { price: 1 },
    'nobody',
    async () => ({
      userId: clientId(),
      estanteId: place.market.ids['ESTANTE'],
      codeQrUuid: await voucher(),
      price: 9,
    }),
  ],
  voidPurchase: [{ reason: 'x' }, 'ESTANTE', async () => ({ codeCompra: await sold(), reason: 'Error' })],
  topUpVoid: [{ reason: 'WRONG_AMOUNT' }, 'RECARGA', async () => ({ id: await idOfOne(), reason: 'TWICE' })],
  reissueVoucher: [
    { newUuid: randomUUID() },
    'GLOBAL_MARKET',
    async () => ({ id: await idOfOne(), ...fresh() }),
  ],
  joinVouchers: [
    { newUuid: randomUUID() },
    'RECARGA',
    async () => ({ papers: [await voucher(), await voucher()], ...fresh() }),
  ],
  expireVoucher: [{ id: randomUUID() }, 'GLOBAL_MARKET', expired],
  redeemReward: [{ pointsCost: 1 }, 'RECARGA', redeemable],
  receiveCash: [
    { received: 2 },
    'GLOBAL_MARKET',
    () => after(voucher(), () => ({ ...point(), received: 9 })),
  ],
  giveFloat: [{ monto: 1 }, 'GLOBAL_MARKET', async () => ({ ...point(), monto: 5_000 })],
  payStall: [
    { monto: 1 },
    'GLOBAL_MARKET',
    () => after(sold(), () => ({ estanteId: place.market.ids['ESTANTE'], monto: 9 })),
  ],
  payStalls: [{ note: 'x' }, 'GLOBAL_MARKET', payable],
  settleClearing: [
    { monto: 1 },
    'other GLOBAL_MARKET',
    () => after(sold('other ESTANTE'), () => ({ debtorId: place.market.codes.own, monto: 9 })),
  ],
  refund: [{ reason: 'RETRACT' }, 'GLOBAL_MARKET', refundable],
  bringSheetRows: [{ id: randomUUID() }, 'GLOBAL_MARKET', rowsOfSheet],
};

const another = (asker: Asker) =>
  (asker.startsWith('other ') ? asker.slice('other '.length) : `other ${asker}`) as Asker;
/** Each call makes one of these. */
const countMade = async () => {
  const counts = ['movement', 'product', 'reward', 'sheet', 'sheet_row'].map(
    (table) => `(select count(*)::int from ${table})`,
  );
  return (await place.rowsOf<{ made: number }>(`select ${counts.join(' + ')} as made`))[0]?.made ?? 0;
};

describe('a call with a key', () => {
  const calls = Object.entries<Call>(allCalls).filter(([, { idempotent }]) => idempotent);
  it.each(calls)('has one effect and one answer, for one person and one body: %s', async (name, call) => {
    const [other = {}, asker, bodyOf] = keyed[name] ?? [];
    const rule = rules[routeOf(call)] ?? open();
    const as = asker ?? rule.allowed[0] ?? 'nobody';
    const body = bodyOf ? await bodyOf() : rule.body?.(place.market);
    const [path, key] = [pathOf(routeOf(call), rule, place.market), randomUUID()];
    const send = (who: Asker, change = {}) => place.as(who, path, { ...body, ...change }, key);
    const before = await countMade();
    const copies = await Promise.all([1, 2, 3, 4].map(() => send(as)));
    const [first] = copies;
    expect([first?.status, await countMade()]).toEqual([201, before + 1]);
    expect(new Set(copies.map((copy) => JSON.stringify(copy.body))).size).toBe(1);
    expect(copies.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
    const changed = await send(as, other);
    expect([changed.status, changed.body['code']]).toEqual([422, 'KEY_REUSED']);
    // A top-up, like a purchase, is the same from every caller.
    if (as !== 'nobody' && name !== 'createTopUp')
      expect((await send(another(as))).status).toBeGreaterThanOrEqual(400);
    const again = await send(as);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first?.body, 'true']);
    expect(await countMade()).toBe(before + 1);
  });
});
