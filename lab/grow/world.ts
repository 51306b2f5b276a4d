import { randomUUID } from 'node:crypto';
import { toMarketId } from '#src/contract/brands.ts';
import { openMarketAccounts } from '#src/server/ledger/accounts.ts';
import { randomMarketCode } from '#src/server/ledger/ids.ts';
import type { Database } from '#src/server/store/database.ts';
import type { TwoMarkets } from '#tests/support/market/two-markets.ts';

const leastDays = 30;
const markets = 10;
const stallsOfMarket = 20;
const purchasesOfVoucher = 10;
const daysOfVoucher = 10;
const purchasesOfCustomer = 20;

/**
 * Fills a database with the purchases of a country of ten markets, `aDay` per day: more purchases are more
 * days, not busier ones. With customers, top-ups, postings, points, voids, weekly counts and payouts,
 * receipts and decisions. Two markets exist already; the calls are made as their people. By SQL, one
 * statement per table; foreign keys and checks hold, and `npm run audit` finds nothing afterwards.
 */
export async function fillWorld(
  database: Database,
  own: Pick<TwoMarkets, 'ids'>,
  size: { purchases: number; aDay: number },
): Promise<void> {
  await addMarkets(database);
  await run(database, planned(size), 'plan');
  const { rows } = await database.query<{ movements: number }>({
    text: 'select count(*)::int as movements from grow_movement',
  });
  await burnTransactions(database, rows[0]?.movements ?? 0);
  await run(database, recorded(own.ids.GLOBAL_MARKET), 'record');
  await run(
    database,
    ['customer', 'place', 'voucher', 'sale', 'void', 'payout', 'count', 'movement'].map(
      (name) => `drop table grow_${name}`,
    ),
    'drop',
  );
  for (const table of [
    'person',
    'movement',
    'posting',
    'purchase',
    'voucher',
    'top_up',
    'receipt',
    'points_entry',
  ])
    await withoutLimit(database, `vacuum (analyze) ${table}`);
  await withoutLimit(database, 'vacuum (analyze)');
}

/** One transaction each: a statement over everything may take longer than any call. */
async function run(database: Database, statements: readonly string[], step: string): Promise<void> {
  for (const text of statements)
    await database.transaction(async (session) => {
      await session.query({
        text: `set local statement_timeout = 0; set local enable_seqscan = on; set local work_mem = '256MB'`,
      });
      try {
        await session.query({ text });
      } catch (error) {
        throw new Error(`${step}: ${text.slice(0, 80)}`, { cause: error });
      }
    });
}

async function withoutLimit(database: Database, text: string): Promise<void> {
  await database.query({ text: 'set statement_timeout = 0' });
  await database.query({ text });
  await database.query({ text: `set statement_timeout = '30s'` });
}

async function addMarkets(database: Database): Promise<void> {
  const { rows } = await database.query<{ count: number }>({
    text: 'select count(*)::int as count from market',
  });
  for (let n = rows[0]?.count ?? 0; n < markets; n += 1) {
    const id = toMarketId(randomUUID());
    await database.query({
      text: 'insert into market (id, code, name, created_at) values ($1, $2, $3, now())',
      values: [id, randomMarketCode(), `Plaza ${n + 1}`],
    });
    await openMarketAccounts(database, id);
    await database.query({
      text: person(`values ('${id}'::uuid, 'GLOBAL_MARKET', 'Amparo Restrepo', '', '${id}'::uuid)`),
    });
  }
  // Frequent names, and unique documents.
  for (const [type, account, count] of [
    ['ESTANTE', 'stall', stallsOfMarket],
    ['RECARGA', 'cash', 3],
  ] as const) {
    const made = `select gen_random_uuid() as id, '${type}' as type, 'Titular ' || n as name,
        ${type === 'ESTANTE' ? `'Puesto ' || n` : `''`} as stall, m.id as market
      from market m, generate_series(1, ${count}) n
      where n > (select count(*) from person p where p.market_id = m.id and p.user_type = '${type}')`;
    await database.query({
      text: `with made as (${made}), people as (${person('select * from made')})
        insert into ledger_account (id, kind, owner_id, market_id) select id, '${account}', id, market from made`,
    });
  }
}

/** `rows`: id, type, name, stall, market. */
function person(rows: string): string {
  return `insert into person (id, user_type, status, owner_name, stall_name, market_id, search_text, sort_name, created_at)
    select id, type, 'APROBADO', name, stall, market, lower(name || ' ' || stall), lower(coalesce(nullif(stall, ''), name)), now() - interval '2 years'
    from (${rows}) as made (id, type, name, stall, market)`;
}

/** A random id that starts with its time, like ids of movements (RFC 9562, version 7). */
const idAt = (time: string): string =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`;
const code = (letter: string): string =>
  `'${letter}-' || upper(substr(md5(random()::text || random()::text), 1, 12))`;

/** All events as rows to be recorded. */
function planned({ purchases, aDay }: { purchases: number; aDay: number }): string[] {
  const vouchers = Math.ceil(purchases / purchasesOfVoucher);
  const days = Math.max(leastDays, Math.ceil(purchases / aDay));
  const customers = Math.ceil(purchases / purchasesOfCustomer) + 50;
  return [
    `create unlogged table grow_customer as select n, gen_random_uuid() as id,
      (array['luz','rosalba','jairo','amparo','hernan','yolanda','gildardo','oscar','carmen','beto'])[1 + abs(hashint4(n)) % 10] || ' '
        || (array['giraldo','restrepo','martinez','patino','rios','quiceno','zapata','pino','ospina','vargas'])[1 + abs(hashint4(n + 7)) % 10]
        || ' ' || (array['gomez','perez','lopez','torres','rojas','diaz','cruz'])[1 + abs(hashint4(n + 13)) % 7] as name,
      (100000000 + n)::text as document from generate_series(1, ${customers}) n`,
    'create index on grow_customer (n)',
    `create unlogged table grow_place as
      select (row_number() over (order by m.created_at, m.id) - 1)::int as market_n, m.id as market, m.created_at,
        (select array_agg(p.id order by p.created_at desc, p.id) from person p where p.market_id = m.id and p.user_type = 'ESTANTE') as stalls,
        (select array_agg(p.id order by p.created_at desc, p.id) from person p where p.market_id = m.id and p.user_type = 'RECARGA') as points
      from market m`,
    `create unlogged table grow_voucher as
      select v.n, gen_random_uuid() as id, c.id as customer, p.market, p.market_n, p.points[1 + (v.n / ${markets}) % cardinality(p.points)] as point,
        25000::bigint as face, now() - make_interval(secs => (${vouchers} - v.n) * ${(days * 86_400) / vouchers}) - interval '1 minute' as at
      from generate_series(1, ${vouchers}) v (n)
        join grow_customer c on c.n = 1 + (v.n * 7919) % ${customers} join grow_place p on p.market_n = v.n % ${markets}`,
    `create unlogged table grow_sale as
      select v.n, k, v.id as voucher, v.customer, v.market as issuer, s.market, s.stalls[1 + (v.n * 31 + k) % cardinality(s.stalls)] as stall,
        case when k = ${purchasesOfVoucher} then 7000 else 2000 end::bigint as amount, ${code('C')} as code,
        ${idAt(`v.at + make_interval(secs => k * ${(daysOfVoucher * 86_400) / purchasesOfVoucher})`)} as id, gen_random_uuid() as op,
        v.at + make_interval(secs => k * ${(daysOfVoucher * 86_400) / purchasesOfVoucher}) as at
      from grow_voucher v cross join generate_series(1, ${purchasesOfVoucher}) k
        join grow_place s on s.market_n = case when k = 5 then (v.market_n + 1) % ${markets} else v.market_n end
      where v.at + make_interval(secs => k * ${(daysOfVoucher * 86_400) / purchasesOfVoucher}) < now() - interval '1 minute'
        -- What one of twenty people leave on their paper is never spent.
        and not (k = ${purchasesOfVoucher} and v.n % 20 = 3)`,
    `create unlogged table grow_void as select s.*, ${idAt("s.at + interval '20 seconds'")} as void_id, gen_random_uuid() as void_op
      from grow_sale s where (s.n * 10 + s.k) % 199 = 7 and s.market = s.issuer`,
    `create unlogged table grow_payout as
      select ${idAt('p.at')} as id, gen_random_uuid() as op, ${code('G')} as code, p.* from (
        select stall, market, (sum(amount) * 0.8)::bigint as amount, max(at) + interval '10 seconds' as at
        from grow_sale group by stall, market, date_trunc('week', at)) p where p.at < now()`,
    `create unlogged table grow_count as
      select ${idAt('c.at')} as id, gen_random_uuid() as op, c.* from (
        select point, market, sum(face)::bigint as amount, max(at) + interval '10 seconds' as at
        from grow_voucher group by point, market, date_trunc('week', at)) c where c.at < now()`,
    `create unlogged table grow_movement as
      select m.*, row_number() over (order by at, id) as place from (
        select ${idAt('at')} as id, 'top-up' as kind, gen_random_uuid() as op, point as by, at, id as about from grow_voucher
        union all select id, 'purchase', op, stall, at, id from grow_sale
        union all select void_id, 'void', void_op, stall, at + interval '20 seconds', void_id from grow_void
        union all select id, 'payout', op, market, at, id from grow_payout
        union all select id, 'till-close', op, point, at, id from grow_count) m`,
    'create index on grow_movement (about)',
    'analyze grow_movement',
    'analyze grow_voucher',
    'analyze grow_sale',
  ];
}

function recorded(admin: string): string[] {
  const account = (kind: string, market: string): string =>
    `(select a.id from ledger_account a where a.kind = '${kind}' and a.owner_id = ${market})`;
  const receipt = (answer: string, from: string): string =>
    `insert into receipt (op_id, body_hash, refusal, answer, recorded_at)
      select m.op::text, md5(m.op::text) || md5(m.id::text), null, ${answer}, m.at from ${from}`;
  return [
    `insert into person (id, user_type, status, identificacion, owner_name, search_text, sort_name, created_at, document_number)
      select id, 'USUARIO', 'APROBADO', document, name, name || ' ' || document || ' ' || document || ' ' || name, name, now() - interval '1 year', document
      from grow_customer
      -- One in ten is of a name of which nobody has bought anything yet.
      union all select gen_random_uuid(), 'USUARIO', 'APROBADO', '9' || document, name, name || ' 9' || document || ' 9' || document || ' ' || name, name,
        now() - interval '1 year', '9' || document from (select document, 'mireya ' || substr(name, strpos(name, ' ') + 1) as name from grow_customer where n % 10 = 3) m`,
    `insert into ledger_account (id, kind, owner_id, market_id) select id, 'voucher', id, market from grow_voucher`,
    `insert into voucher (id, owner_id, market_id, face, balance, short_code, created_at)
      select v.id, v.customer, v.market, v.face, v.face - coalesce(s.spent, 0) + coalesce(x.back, 0), upper(substr(md5(v.id::text), 1, 8)), v.at
      from grow_voucher v
        left join (select voucher, sum(amount) as spent from grow_sale group by voucher) s on s.voucher = v.id
        left join (select voucher, sum(amount) as back from grow_void group by voucher) x on x.voucher = v.id`,
    `insert into movement (id, kind, reference, recorded_by, recorded_at, xid)
      select id, kind, op::text, by, at, (pg_current_xact_id()::text::bigint) - (select count(*) from grow_movement) + place - 1
      from grow_movement order by place`,
    `insert into posting (movement_id, leg, account_id, amount)
      select m.id, l.leg, l.account, l.amount from grow_movement m join grow_voucher v on v.id = m.about
        cross join lateral (values (1, v.point, -v.face), (2, v.id, v.face)) as l (leg, account, amount) order by m.place`,
    `insert into posting (movement_id, leg, account_id, amount)
      select s.id, l.leg, l.account, l.amount from grow_sale s
        cross join lateral (values (1, s.voucher, -s.amount), (2, s.stall, s.amount), (3, ${account('clearing', 's.issuer')}, s.amount),
          (4, ${account('clearing', 's.market')}, -s.amount)) as l (leg, account, amount)
        where l.leg < 3 or s.issuer <> s.market order by s.id`,
    `insert into posting (movement_id, leg, account_id, amount)
      select s.void_id, l.leg, l.account, l.amount from grow_void s
        cross join lateral (values (1, s.voucher, s.amount), (2, s.stall, -s.amount)) as l (leg, account, amount)`,
    `insert into posting (movement_id, leg, account_id, amount)
      select p.id, l.leg, l.account, l.amount from grow_payout p
        cross join lateral (values (1, p.stall, -p.amount), (2, ${account('treasury', 'p.market')}, p.amount)) as l (leg, account, amount)`,
    `insert into posting (movement_id, leg, account_id, amount)
      select c.id, l.leg, l.account, l.amount from grow_count c
        cross join lateral (values (1, c.point, c.amount), (2, ${account('treasury', 'c.market')}, -c.amount)) as l (leg, account, amount)`,
    `insert into top_up (movement_id, voucher_id, customer_id, top_up_point_id, market_id, amount, recorded_at)
      select m.id, v.id, v.customer, v.point, v.market, v.face, v.at from grow_movement m join grow_voucher v on v.id = m.about order by m.place`,
    `insert into purchase (movement_id, code, voucher_id, customer_id, stall_id, market_id, amount, points, recorded_at)
      select id, code, voucher, customer, stall, market, amount, amount / 1000, at from grow_sale order by id`,
    `insert into points_entry (movement_id, leg, customer_id, market_id, points, recorded_at)
      select id, 1, customer, market, amount / 1000, at from grow_sale order by id`,
    `insert into purchase_void (movement_id, purchase_id, stall_id, market_id, amount, points, reason, recorded_at, stands)
      select void_id, id, stall, market, amount, amount / 1000, 'no era', at + interval '20 seconds', 0 from grow_void`,
    `insert into points_entry (movement_id, leg, customer_id, market_id, points, recorded_at)
      select void_id, 1, customer, market, -(amount / 1000), at + interval '20 seconds' from grow_void`,
    `insert into payout (movement_id, code, stall_id, market_id, amount, owed_before, note, recorded_at)
      select id, code, stall, market, amount, amount, '', at from grow_payout`,
    `insert into till_count (movement_id, top_up_point_id, market_id, expected, counted, reason, recorded_at)
      select id, point, market, amount, amount, '', at from grow_count`,
    receipt(
      `jsonb_build_object('price', coalesce(s.amount, 2000), 'points', 2, 'createAt', m.at, 'userName', 'luz marina giraldo', 'codeCompra', m.op,
        'codeQrUuid', coalesce(s.voucher, m.about), 'nuevoSaldo', 12000, 'estanteName', 'Puesto de frutas')`,
      'grow_movement m left join grow_sale s on s.id = m.about',
    ),
    `insert into decision (id, kind, market_id, actor_id, subject_type, subject_id, subject_name, after, search_text, recorded_at)
      select gen_random_uuid(), 'purchase-voided', market, '${admin}', 'PURCHASE', id::text, code, jsonb_build_object('monto', amount), lower(code), at
      from grow_void`,
    `insert into decision (id, kind, market_id, actor_id, subject_type, subject_id, subject_name, after, search_text, recorded_at)
      select gen_random_uuid(), 'stall-paid', market, '${admin}', 'ESTANTE', stall::text, 'Puesto', jsonb_build_object('monto', amount), 'puesto', at
      from grow_payout`,
  ];
}

/**
 * A transaction per movement, as in reality: day sums and lists of changes use the order of commits (decision
 * 15).
 */
async function burnTransactions(database: Database, count: number): Promise<void> {
  await withoutLimit(
    database,
    `do $$ begin for n in 1..${count + 1} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  );
}
