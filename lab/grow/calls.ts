import { toAmount, toMarketId, toVoucherId } from '#src/contract/brands.ts';
import { requestText } from '#src/domain/device/device-proof.ts';
import { readBalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { createMarketLists } from '#src/server/devices/market-lists.ts';
import { serverExtras } from '#src/server/extras.ts';
import { lockAccountSum, lockStallDues } from '#src/server/ledger/accounts.ts';
import { writeSortedCursor } from '#src/server/records/paging.ts';
import { mostWalked } from '#src/server/records/walk.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import type { Asker, TwoMarkets } from '#tests/support/market/two-markets.ts';
import { ask, type Asked } from '#tests/support/server/test-app.ts';
import { writesOf } from './writes.ts';

/** A call, and the number of rows in its answer: one that shows twice as many may cost twice as much. */
export type GrowCall = {
  name: string;
  ask: () => Promise<number>;
  /** Maximum rows it scans for one answer, however long the history. */
  walks?: number;
};

type Known = { code: string; customer: string; afterLuz: string };

/** Every list, search and report of a person, tablets' requests and some operations, as the first market's people. */
export async function callsOf(app: Asked, database: Database, own: TwoMarkets): Promise<GrowCall[]> {
  const known = await readKnown(database, own.ids.GLOBAL_MARKET);
  const get = (name: string, asker: Asker, path: string): GrowCall => ({
    name: `${name} (${asker})`,
    ask: async () => {
      const answer = await ask(app, 'GET', path, { token: own.tokens[asker] });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return rowsIn(answer.body);
    },
  });
  const market = (name: string, path: string): GrowCall => get(name, 'GLOBAL_MARKET', path);
  const walked = (walks: number, call: GrowCall): GrowCall => ({ ...call, walks });
  const summed = async (work: (session: Session) => Promise<unknown>): Promise<number> => {
    await database.transaction(work, 'money');
    return 1;
  };
  const sales = `/shopping/history/mercado-global/${own.codes.own}`;
  const [weekAgo, today] = [dayBefore(6), dayBefore(0)];
  return [
    get('today', 'ADMIN', '/today'),
    market('today', '/today'),
    market('today of the market', '/today/market'),
    get('today', 'ESTANTE', '/today'),
    market('purchases', sales),
    market('purchases of a code', `${sales}?q=${known.code}`),
    market('purchases of a name', `${sales}?q=luz`),
    walked(mostWalked.purchases, market('purchases of a name, none here', `${sales}?q=mireya`)),
    market('purchases of nobody', `${sales}?q=zzznadie`),
    get('purchases', 'ESTANTE', sales),
    walked(mostWalked.purchases, get('purchases of a name, none here', 'ESTANTE', `${sales}?q=mireya`)),
    get('purchases of nobody', 'ESTANTE', `${sales}?q=zzznadie`),
    market(
      'report of a week',
      `/shopping/history-2/mercado-global/${own.codes.own}?from=${weekAgo}&to=${today}`,
    ),
    get(
      'report of a week',
      'ESTANTE',
      `/shopping/history-2/mercado-global/${own.codes.own}?from=${weekAgo}&to=${today}`,
    ),
    market('customers', '/client/list'),
    market('customers, newest', '/client/list?sort=recent'),
    market('customers named luz', '/client/list?q=luz'),
    market('customers named luz, newest', '/client/list?q=luz&sort=recent'),
    walked(
      mostWalked.people,
      market('customers named luz, last page', `/client/list?q=luz&cursor=${known.afterLuz}`),
    ),
    market('customers, deleted', '/client/list?deleted=true'),
    walked(mostWalked.people, market('customers, registered twice', '/client/list?repeated=true')),
    market('customers of two letters', '/client/list?q=lu'),
    market('customers of a document', '/client/list?q=100000017'),
    market('customers, nobody', '/client/list?q=zzznadie'),
    market('one customer', `/client/${known.customer}`),
    market('history of a customer', `/client/history?clientId=${known.customer}`),
    get('one of them', 'ADMIN', `/auth/user/${own.customer.id}`),
    get('everybody', 'ADMIN', '/auth/users'),
    get('everybody by name', 'ADMIN', '/auth/users?sort=name'),
    get('everybody named luz', 'ADMIN', '/auth/users?sort=name&q=luz'),
    get('everybody who waits', 'ADMIN', '/auth/users?status=PENDIENTE'),
    get('customers by status', 'ADMIN', '/auth/users?userType=USUARIO&sort=status'),
    get('stalls', 'ADMIN', '/auth/users?userType=ESTANTE'),
    get('stalls by name', 'ADMIN', '/auth/users?userType=ESTANTE&sort=name'),
    walked(mostWalked.people, get('stalls named luz', 'ADMIN', '/auth/users?userType=ESTANTE&q=luz')),
    get('stalls, nobody', 'ADMIN', '/auth/users?userType=ESTANTE&q=zzznadie'),
    market('top-ups', '/code-qr/list'),
    market('top-ups of nobody', '/code-qr/list?q=zzznadie'),
    market('top-ups of a name', '/code-qr/list?q=luz'),
    walked(mostWalked.topUps, market('top-ups of a name, none here', '/code-qr/list?q=mireya')),
    walked(mostWalked.topUps, get('top-ups of a name, none', 'ADMIN', '/code-qr/list?q=mireya')),
    walked(mostWalked.topUps, market('top-ups, blocked', '/code-qr/list?state=BLOCKED')),
    market('top-ups, spent', '/code-qr/list?state=SPENT'),
    market('top-ups, active', '/code-qr/list?state=ACTIVE'),
    get('top-ups', 'RECARGA', '/code-qr/list'),
    get('top-ups', 'ADMIN', '/code-qr/list'),
    market('top-up points', `/recargas/global-market/${own.codes.own}`),
    market('decisions', '/auditoria'),
    market('decisions of nobody', '/auditoria?q=zzznadie'),
    market('decisions of a word', '/auditoria?q=puesto'),
    market('decisions of a kind', '/auditoria?kind=stall-paid'),
    walked(mostWalked.decisions, market('decisions of a kind, none', '/auditoria?kind=voucher-blocked')),
    get('decisions', 'ADMIN', '/auditoria'),
    market('tills', '/cash/tills'),
    market('counts', '/cash/counts'),
    market('owed to stalls', '/cash/stalls'),
    get('owed to stalls', 'ADMIN', '/cash/stalls'),
    market('payouts', '/cash/payouts'),
    get('payouts', 'ADMIN', '/cash/payouts'),
    market('what could be refunded', '/cash/refundable'),
    walked(mostWalked.vouchers, market('to be refunded of a name, none here', '/cash/refundable?q=mireya')),
    market('to be refunded, nobody', '/cash/refundable?q=zzznadie'),
    market('clearing', '/cash/clearing'),
    market('the day', `/cash/day?day=${today}`),
    market('points', '/points-historial/all'),
    walked(mostWalked.points, market('points of a name, none here', '/points-historial/all?q=mireya')),
    market('points of nobody', '/points-historial/all?q=zzznadie'),
    market('conflicts', '/sync/conflicts'),
    ...(Object.hasOwn(serverExtras, 'complaints') ? [market('complaints', '/complaints/list')] : []),
    {
      name: 'what a stall is paid by',
      ask: () => summed((session) => lockStallDues(session, own.ids.ESTANTE)),
    },
    {
      name: 'what a till is counted by',
      ask: () => summed((session) => lockAccountSum(session, own.ids.RECARGA)),
    },
    ...(await tabletCalls(app, database, own)),
    ...writesOf(app, own),
  ];
}

/** A stall's tablet: a whole list, recent changes, and a batch that it sends. */
async function tabletCalls(app: Asked, database: Database, own: TwoMarkets): Promise<GrowCall[]> {
  const device = new SignedDevice(app);
  const enrolled = await device.enrol(own.ids.ESTANTE, own.tokens.ESTANTE, {}, own.tokens.GLOBAL_MARKET);
  if (enrolled.status !== 201)
    throw new Error(`the tablet was not enrolled: ${JSON.stringify(enrolled.body)}`);
  const list = async (since: number): Promise<number> => {
    const body = { deviceId: device.id, sentAt: new Date().toISOString(), since };
    const { rawPayload } = await app.inject({
      method: 'POST',
      url: '/api/v1/sync/snapshot',
      payload: { ...body, proof: device.sign(requestText(body)) },
    });
    const read = readBalanceList(new Uint8Array(rawPayload));
    if (!read) throw new Error('no list of balances');
    return Math.round(read.bytes.length / 11);
  };
  return [
    { name: 'list for a tablet, whole', ask: () => list(0) },
    {
      name: 'list of a market, made from the beginning',
      ask: async () => {
        const made = await createMarketLists(database).whole(toMarketId(own.ids.GLOBAL_MARKET), new Date());
        return Math.round(made.list.bytes.length / 11);
      },
    },
    { name: 'list for a tablet, changes', ask: () => list(device.listAsOf) },
    {
      name: 'sync batch of 20 sales',
      ask: async () => {
        const voucher = crypto.randomUUID();
        const body = { monto: 100_000, uuid: voucher, clientId: own.customer.id };
        await ask(app, 'POST', '/code-qr/create-recharger', { body, token: own.tokens.RECARGA });
        const sale = {
          userId: own.customer.id,
          codeQrUuid: toVoucherId(voucher),
          price: toAmount(100),
          estanteId: own.ids.ESTANTE,
          by: 'stall' as const,
        };
        const entries = Array.from({ length: 20 }, () => device.write('purchase', sale));
        const { results } = await device.sync(entries);
        const paid = results.filter(({ state }) => state === 'accepted').length;
        if (paid !== entries.length) throw new Error(`the batch was answered ${JSON.stringify(results[0])}`);
        return paid;
      },
    },
  ];
}

/** A purchase and a customer from the start of this market's history, which must be found as fast. */
async function readKnown(database: Database, market: string): Promise<Known> {
  const { rows } = await database.query<Omit<Known, 'afterLuz'>>({
    text: `select code, customer_id as customer from purchase where market_id = $1 order by recorded_at limit 1`,
    values: [market],
  });
  const [known] = rows;
  if (!known) throw new Error('the world has no purchase of this market');
  const { rows: named } = await database.query<{ id: string; name: string }>({
    text: `select id, sort_name as name from person where user_type = 'USUARIO' and sort_name like 'luz %' order by sort_name desc, id desc limit 1`,
  });
  // The point where a name-ordered search has shown all names that start with the term.
  const [last] = named;
  return { ...known, afterLuz: writeSortedCursor({ key: `0${last?.name ?? ''}`, id: last?.id ?? market }) };
}

/** Rows of a list, or 1 for a single answer. */
function rowsIn(body: object): number {
  const list = Array.isArray(body) ? body : 'items' in body ? body.items : null;
  return Array.isArray(list) ? Math.max(1, list.length) : 1;
}

/** Returns the day `days` ago in the markets' time zone, "2026-03-28". */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Bogota' });
}
