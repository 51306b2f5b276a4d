import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import type { Conflict } from '#src/contract/settlement/schemas.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { pinGivenMs } from '#src/domain/voucher/voucher-pin.ts';
import { createLog } from '#src/server/start/log.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';
import { movementOf } from '#tests/support/market/movement-of.ts';
import { openOfflineMarket, type IssuedVoucher } from '#tests/support/market/offline-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp, type Answer } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

const pin = '7306';
const said = ({ status, body }: Answer) => [status, body['code'] ?? null];

describe('a voucher with a PIN', () => {
  const place = offlineMarketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const post = (asker: Asker | null, path: string, body: object, key?: string, app = place.app) =>
    ask(app, 'POST', path, {
      body,
      token: asker === null ? undefined : place.market.tokens[asker],
      headers: key ? { 'idempotency-key': key } : {},
    });
  const choose = (codeQrUuid: VoucherId, chosen = pin, asker: Asker = 'RECARGA') =>
    post(asker, '/code-qr/pin', { codeQrUuid, pin: chosen });
  const withPin = async (monto = 200_000): Promise<IssuedVoucher> => {
    const voucher = await place.issue(monto);
    expect((await choose(voucher.codeQrUuid)).body).toEqual({ free: 50_000 });
    return voucher;
  };
  type Given = { opId?: string; price: number; pin?: string; asker?: Asker | null; app?: typeof place.app };
  const give = ({ codeQrUuid }: IssuedVoucher, given: Given) => {
    const { opId = randomUUID(), price, asker = 'ESTANTE', app } = given;
    const estanteId = place.market.ids['ESTANTE'];
    return post(
      asker,
      '/code-qr/pin/give',
      { codeQrUuid, pin: given.pin ?? pin, opId, estanteId, price },
      '',
      app,
    );
  };
  const buy = (voucher: IssuedVoucher, price: number, asker: Asker | null = 'ESTANTE', key?: string) => {
    const { userId, codeQrUuid } = voucher;
    return post(
      asker,
      '/shopping/create',
      { userId, codeQrUuid, price, estanteId: place.market.ids['ESTANTE'] },
      key,
    );
  };
  const free = async ({ codeQrUuid }: IssuedVoucher) =>
    (await ask(place.app, 'GET', `/code-qr/search/${codeQrUuid}`)).body['pin'];
  const sale = ({ userId, codeQrUuid }: IssuedVoucher, price: number) => ({
    userId,
    codeQrUuid,
    price: toAmount(price),
    estanteId: stall.operatorId,
    by: 'stall' as const,
  });
  const linesOf = async ({ codeQrUuid }: IssuedVoucher) => {
    const { items } = (await place.manage('/sync/conflicts?limit=100')).body as { items: Conflict[] };
    return items.filter(({ shortCode }) => shortCode === shortCodeOf(codeQrUuid));
  };

  it('gives up to the amount without it, and above it only for the sale that it was given for', async () => {
    const voucher = await withPin();
    expect(said(await buy(voucher, 50_001))).toEqual([409, 'PIN_NEEDED']);
    const opId = randomUUID();
    expect(said(await give(voucher, { opId, price: 120_000 }))).toEqual([200, null]);
    // Neither another price nor another operation passes by it.
    expect(said(await buy(voucher, 119_999, 'ESTANTE', randomUUID()))).toEqual([409, 'PIN_NEEDED']);
    expect(said(await buy(voucher, 120_000, 'ESTANTE', randomUUID()))).toEqual([409, 'PIN_NEEDED']);
    expect((await buy(voucher, 120_000, 'ESTANTE', opId)).body).toMatchObject({ nuevoSaldo: 80_000 });
    expect(await free(voucher)).toEqual({ free: 50_000, isBlocked: false });
  });

  it('answers a repeated sale from its receipt, long after the PIN that was given has ended', async () => {
    const voucher = await withPin();
    const opId = randomUUID();
    await give(voucher, { opId, price: 90_000 });
    const first = await buy(voucher, 90_000, 'ESTANTE', opId);
    await place.opened.database.query({ text: 'delete from pin_given' });
    const again = await buy(voucher, 90_000, 'ESTANTE', opId);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(110_000);
  });

  it('gives a finder 50,000 in all, by a phone, a stall, several codes, a journal and many small sales at once', async () => {
    const found = await withPin(400_000);
    const beside = await place.issue(10_000);
    const shares = (price: number) =>
      [found, beside].map(({ userId, codeQrUuid }, n) => ({
        opId: randomUUID(),
        userId,
        codeQrUuid,
        price: n === 0 ? price : 1_000,
      }));
    const estanteId = place.market.ids['ESTANTE'];
    const tries = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => buy(found, 9_000 + n, n % 2 === 0 ? null : 'ESTANTE')),
      post('ESTANTE', '/shopping/create-shared', { estanteId, shares: shares(60_000) }),
      post('ESTANTE', '/shopping/create-shared', { estanteId, shares: shares(9_500) }),
    ]);
    const entries = Array.from({ length: 8 }, () => stall.write('purchase', sale(found, 8_000)));
    await stall.sync(entries);
    const codes = new Set(tries.map(({ body }) => body['code']));
    expect(codes.has('PIN_NEEDED')).toBe(true);
    const left = await place.balanceOf(found.codeQrUuid);
    expect(left).toBeGreaterThanOrEqual(350_000);
    // Down to the last peso, and not one more.
    const rest = (left ?? 0) - 350_000;
    if (rest > 0) expect((await buy(found, rest)).status).toBe(201);
    expect(said(await buy(found, 1))).toEqual([409, 'PIN_NEEDED']);
    expect(await place.balanceOf(found.codeQrUuid)).toBe(350_000);
  });

  it('does not give the amount again because a sale was voided', async () => {
    const found = await withPin();
    const { codeCompra } = (await buy(found, 50_000)).body;
    expect((await post('ESTANTE', '/shopping/void', { codeCompra, reason: 'error' })).status).toBe(201);
    expect(await place.balanceOf(found.codeQrUuid)).toBe(200_000);
    expect(said(await buy(found, 1))).toEqual([409, 'PIN_NEEDED']);
  });

  it('is paid by a journal for the sale that the PIN was given for, and not for another', async () => {
    const voucher = await withPin();
    const paid = stall.write('purchase', sale(voucher, 70_000));
    await give(voucher, { opId: paid.envelope.opId, price: 70_000 });
    const other = stall.write('purchase', sale(voucher, 70_000));
    const { results } = await stall.sync([paid, other]);
    expect(results.map(({ state, refusal }) => [state, refusal?.code])).toEqual([
      ['accepted', undefined],
      ['refused', 'PIN_NEEDED'],
    ]);
  });

  it('leaves a sale that a stall accepted without the PIN to its market, which may spare the voucher', async () => {
    const found = await withPin();
    await buy(found, 40_000);
    const asOf = Date.now();
    await place.hand(stall, asOf);
    stall.listAsOf = asOf;
    const honest = stall.writeAcceptedSale({ ...found, price: 10_000 }, { knownBalance: toAmount(160_000) });
    const beyond = stall.writeAcceptedSale({ ...found, price: 30_000 }, { knownBalance: toAmount(160_000) });
    const { results } = await stall.sync([honest[1], beyond[1]]);
    expect(results.map(({ state, reason }) => [state, reason])).toEqual([
      ['accepted', undefined],
      ['in-review', 'PIN_MISSING'],
    ]);
    expect(await place.balanceOf(found.codeQrUuid)).toBe(150_000);
    const [line] = await linesOf(found);
    expect(line).toMatchObject({ reason: 'PIN_MISSING', price: 30_000 });
    const assign = { id: line?._id, to: 'guarantee', note: 'no fue él' };
    expect((await place.manage('/sync/conflicts/assign', assign)).status).toBe(200);
    expect(await place.balanceOf(found.codeQrUuid)).toBe(150_000);
  });

  it('refuses a weak PIN, one of another till, a second one, and one after the first sale', async () => {
    const voucher = await place.issue(60_000);
    expect(said(await choose(voucher.codeQrUuid, '1234'))).toEqual([409, 'PIN_WEAK']);
    expect(said(await choose(voucher.codeQrUuid, '73061'))).toEqual([400, 'INVALID_REQUEST']);
    expect(said(await choose(voucher.codeQrUuid, pin, 'other RECARGA'))).toEqual([404, 'UNKNOWN_VOUCHER']);
    expect(said(await choose(voucher.codeQrUuid, pin, 'GLOBAL_MARKET'))).toEqual([409, 'PIN_TOO_LATE']);
    expect(said(await choose(voucher.codeQrUuid))).toEqual([201, null]);
    expect(said(await choose(voucher.codeQrUuid))).toEqual([409, 'PIN_TOO_LATE']);
    const spent = await place.issue(60_000);
    await buy(spent, 1_000);
    expect(said(await choose(spent.codeQrUuid))).toEqual([409, 'PIN_TOO_LATE']);
  });

  it('is blocked by three misses at two processes, of thirty at once, and stays so whatever a market says', async () => {
    const other = await openTestApp(place.opened.database);
    const found = await withPin();
    const misses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        give(found, { price: 60_000, pin: `81${String(n + 10)}`, app: n % 2 === 0 ? place.app : other }),
      ),
    );
    const codes = misses.map(({ body }) => body['code']);
    expect(codes.filter((code) => code === 'PIN_WRONG')).toHaveLength(2);
    expect(codes.filter((code) => code === 'PIN_BLOCKED')).toHaveLength(28);
    // The right one comes too late, and nothing is sold any more, however small.
    expect(said(await give(found, { price: 60_000, app: other }))).toEqual([409, 'PIN_BLOCKED']);
    expect(said(await buy(found, 1))).toEqual([409, 'VOUCHER_BLOCKED']);
    expect(await free(found)).toEqual({ free: 50_000, isBlocked: true });
    const id = await movementOf(place.opened.database, found.codeQrUuid);
    expect(said(await place.manage('/code-qr/unblock', { id, reason: 'pide' }))).toEqual([
      409,
      'PIN_BLOCKED',
    ]);
    const audit = await place.manage('/auditoria?kind=voucher-blocked&limit=5');
    expect(JSON.stringify(audit.body)).toContain('Tres PIN equivocados');
    await other.close();
  });

  it('counts misses one after the other too, and a right PIN forgets them', async () => {
    const voucher = await withPin();
    const miss = async () => (await give(voucher, { price: 60_000, pin: '8110' })).body['message'];
    expect(await miss()).toBe('Quedan 2 intentos.');
    expect(await miss()).toBe('Queda 1 intento. Después se bloquea.');
    expect((await give(voucher, { price: 60_000 })).status).toBe(200);
    expect(await miss()).toBe('Quedan 2 intentos.');
  });

  it('is given by the holder of the link, and by a stall for itself alone', async () => {
    const voucher = await withPin();
    const opId = randomUUID();
    expect((await give(voucher, { opId, price: 60_000, asker: null })).status).toBe(200);
    expect((await buy(voucher, 60_000, null, opId)).status).toBe(201);
    expect(said(await give(voucher, { price: 60_000, asker: 'other ESTANTE' }))).toEqual([403, 'FORBIDDEN']);
    expect(said(await give(await place.issue(90_000), { price: 60_000 }))).toEqual([404, 'UNKNOWN_VOUCHER']);
  });

  it('is reissued by a till with a code of its market alone, and gets a new PIN', async () => {
    const lost = await withPin();
    const id = await movementOf(place.opened.database, lost.codeQrUuid);
    await post('RECARGA', '/code-qr/block', { id, reason: 'perdido' });
    await place.opened.database.query({
      text: `update voucher set blocked_at = blocked_at - interval '1 day' where id = $1`,
      values: [lost.codeQrUuid],
    });
    const newUuid = toVoucherId(randomUUID());
    const reissue = (marketCode?: string) =>
      post('RECARGA', '/code-qr/reissue', {
        id,
        newUuid,
        identificacion: place.market.customer.identificacion,
        ...(marketCode === undefined ? {} : { marketCode }),
      });
    expect(said(await reissue())).toEqual([409, 'PIN_ASKS_MARKET']);
    const { code } = (await place.manage('/market/codes', { purpose: 'reissue' })).body;
    expect(said(await reissue(String(code)))).toEqual([201, null]);
    const renewed = { ...lost, codeQrUuid: newUuid };
    expect(said(await choose(newUuid, '9152'))).toEqual([201, null]);
    expect(said(await give(renewed, { price: 60_000 }))).toEqual([409, 'PIN_WRONG']);
    expect(said(await give(renewed, { price: 60_000, pin: '9152' }))).toEqual([200, null]);
  });

  it('is neither joined nor given back in cash by a till without its market', async () => {
    const [found, beside] = [await withPin(60_000), await place.issue(5_000)];
    const newUuid = randomUUID();
    const { identificacion } = place.market.customer;
    const papers = [found.codeQrUuid, beside.codeQrUuid];
    const join = { papers, newUuid, identificacion };
    expect(said(await post('RECARGA', '/code-qr/join', join))).toEqual([409, 'PIN_ASKS_MARKET']);
    const id = await movementOf(place.opened.database, found.codeQrUuid);
    const undo = { id, reason: 'WRONG_AMOUNT' };
    expect(said(await post('RECARGA', '/code-qr/void', undo))).toEqual([409, 'PIN_ASKS_MARKET']);
    expect(said(await post('GLOBAL_MARKET', '/code-qr/void', undo))).toEqual([201, null]);
  });

  it('counts what is left by the amount of the market from the next right PIN on', async () => {
    const voucher = await withPin();
    const limits = { perVoucher: 50_000, perDevice: 1_000_000, snapshotHours: 72, kioskVoucher: 100_000 };
    await place.manage('/sync/limits', { ...limits, kioskTotal: 1_000_000, pinAbove: 20_000 });
    expect(await free(voucher)).toEqual({ free: 50_000, isBlocked: false });
    await give(voucher, { price: 60_000 });
    expect(await free(voucher)).toEqual({ free: 20_000, isBlocked: false });
    // Without a link no device accepts more than that of any voucher.
    expect((await stall.sync([])).limits).toMatchObject({ perVoucher: 20_000, pinAbove: 20_000 });
  });
});

describe('the PIN itself', () => {
  it('is in no answer, no log and no row, as little as its hash without the key', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, next) => {
        lines.push(chunk.toString());
        next();
      },
    });
    const logger = createLog('trace', () => undefined, sink);
    let now = Date.now();
    const place = await openOfflineMarket({ logger, now: () => new Date(now) });
    const secret = '7306';
    const voucher = await place.issue(200_000);
    const point = { token: place.market.tokens['RECARGA'] };
    const { codeQrUuid } = voucher;
    const answers = [
      await ask(place.app, 'POST', '/code-qr/pin', { body: { codeQrUuid, pin: secret }, ...point }),
      await ask(place.app, 'GET', `/code-qr/search/${codeQrUuid}`),
    ];
    const estanteId = place.market.ids['ESTANTE'];
    const opId = toOpId(randomUUID());
    for (const pin of ['8117', secret])
      answers.push(
        await ask(place.app, 'POST', '/code-qr/pin/give', {
          body: { codeQrUuid, pin, opId, estanteId, price: 80_000 },
        }),
      );
    logger.error({ body: { pin: secret }, request: { body: { pin: secret } }, pin: secret }, 'planted');
    expect(lines.join('')).toContain('planted');
    const tables = await place.opened.database.query<{ name: string }>({
      text: `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    });
    for (const { name } of tables.rows) {
      const { rows } = await place.opened.database.query({
        text: `select to_jsonb(t) as row from ${name} t`,
      });
      // Ids are hexadecimal: four digits of one are no PIN.
      const text = JSON.stringify(rows).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
      expect([name, /"7306"|"8117"|:7306[,}]/.test(text)]).toEqual([name, false]);
    }
    expect(lines.join('')).not.toMatch(/"(?:7306|8117)"/);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/7306|8117|argon/);
    const { rows } = await place.opened.database.query<{ pin_hash: string }>({
      text: 'select pin_hash from voucher_pin',
    });
    expect(rows[0]?.pin_hash).toMatch(/^\$argon2id\$v=19\$/);
    // A given PIN expires after a quarter of an hour.
    now += pinGivenMs;
    const late = await place.buy(voucher, 80_000, opId);
    expect(late.body['code']).toBe('PIN_NEEDED');
    await place.stop();
  });
});
