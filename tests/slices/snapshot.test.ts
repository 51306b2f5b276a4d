import { describe, expect, it } from 'vitest';
import { findBalance, readBalanceList, type BalanceList } from '#src/protocol/balance-list.ts';
import { toMarketId } from '#src/protocol/brands.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { settledPosition } from '#src/server/ledger/commit-order.ts';
import { blockVoucher, unblockVoucher } from '#src/server/ledger/vouchers.ts';
import { createMarketLists, readMarketChanges } from '#src/server/nouns/devices/market-lists.ts';
import { openMarket } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('the balance list', () => {
  const place = forSuite(openMarket, (one) => one.stop());
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());

  const own = () => toMarketId(place.market.ids.GLOBAL_MARKET);
  const other = () => toMarketId(place.market.ids['other GLOBAL_MARKET']);
  const askFor = (since: number, device = stall) => {
    const body: { proof?: string } & Record<string, unknown> = {
      deviceId: device.id,
      sentAt: new Date().toISOString(),
      since,
    };
    return place.app.inject({
      method: 'POST',
      url: '/api/v1/sync/snapshot',
      payload: { ...body, proof: device.sign(requestText(body)) },
    });
  };
  const listOf = async (since: number, device = stall): Promise<BalanceList> => {
    const response = await askFor(since, device);
    expect(response.headers['content-type']).toBe('application/octet-stream');
    const list = readBalanceList(new Uint8Array(response.rawPayload));
    if (!list) throw new Error('this is no list');
    return list;
  };

  it('is at most 250 KB for 20,000 vouchers', async () => {
    await place.rowsOf(
      `with made as (
          select gen_random_uuid() as id, g.id as market from generate_series(1, 20000), (select $2::uuid as id) g
        ), accounts as (
          insert into ledger_account (id, kind, owner_id, market_id) select id, 'voucher', id, market from made
        )
        insert into voucher (id, owner_id, market_id, face, balance, short_code, created_at)
        select id, $1::uuid, market, 50000, 50000, 'x', now() from made`,
      place.market.customer.id,
      own(),
    );
    const { list } = await createMarketLists(place.opened.database).whole(own(), new Date());
    expect(list.bytes.length).toBeGreaterThan(220_000);
    expect(list.bytes.length).toBeLessThan(250_000);
  });

  it("contains vouchers with a balance, and a kiosk's spent or blocked ones", async () => {
    const [active, spent, blocked] = await Promise.all([
      place.issue(5_000),
      place.issue(100),
      place.issue(700),
    ]);
    await place.buy(spent, 100);
    await blockVoucher(place.opened.database, blocked.codeQrUuid, 'person', new Date());
    const [first, second] = [900, 300].map((monto) => kiosk.writePaper(monto, place.market.customer.id));
    if (!first || !second) throw new Error('two were written');
    await kiosk.sync([first.topUp, second.topUp]);
    await place.buy(second, 300);
    const list = await listOf(0);
    expect(list.kind).toBe('full');
    expect(Math.abs(Date.now() - list.asOf)).toBeLessThan(60_000);
    expect(findBalance(list, active.codeQrUuid)).toBe(5_000);
    expect(findBalance(list, spent.codeQrUuid) ?? 0).toBe(0);
    expect(findBalance(list, blocked.codeQrUuid) ?? 0).toBe(0);
    expect([first, second].map(({ codeQrUuid }) => findBalance(list, codeQrUuid))).toEqual([900, 0]);
    const rows = await place.rowsOf<{ id: string }>(
      'select id from voucher where kiosk_signed and id = any ($1)',
      [first, second, spent].map(({ codeQrUuid }) => codeQrUuid),
    );
    expect(rows).toHaveLength(2);
  });

  it('contains only changes: spent, blocked, topped up; and everything when too much time has passed', async () => {
    const before = await listOf(0);
    const [untouched, spent, blocked] = await Promise.all([
      place.issue(5_000),
      place.issue(100),
      place.issue(700),
    ]);
    await place.buy(spent, 40);
    await blockVoucher(place.opened.database, blocked.codeQrUuid, 'person', new Date());
    const list = await listOf(before.asOf);
    expect(list.kind).toBe('changes');
    expect([findBalance(list, spent.codeQrUuid), findBalance(list, blocked.codeQrUuid)]).toEqual([60, 0]);
    expect(findBalance(list, untouched.codeQrUuid)).toBe(5_000);
    expect((await listOf(Date.now() - 8 * 86_400_000)).kind).toBe('full');
    expect((await listOf(Date.now() + 86_400_000)).kind).toBe('full');
  });

  it('contains a lifted block, though no money moved since', async () => {
    const { database } = place.opened;
    const found = await place.issue(3_000);
    await blockVoucher(database, found.codeQrUuid, 'person', new Date());
    expect(findBalance(await listOf(0), found.codeQrUuid) ?? 0).toBe(0);
    const now = new Date();
    const since = await settledPosition(database);
    const changes = () => readMarketChanges(database, own(), { position: since, at: now.getTime() }, now);
    expect(await changes()).toEqual([]);
    await unblockVoucher(database, found.codeQrUuid, now);
    const changed = { voucherId: found.codeQrUuid, balance: 3_000 };
    expect(await changes()).toEqual([changed]);
    expect(findBalance(await listOf(0), found.codeQrUuid)).toBe(3_000);
  });

  it("contains another market's voucher only after it paid here, then with its balance wherever it is spent", async () => {
    const elsewhere = await place.otherStallDevice();
    const [paper, spentThere] = [await place.issue(9_000), await place.issue(4_000)];
    const before = await listOf(0, elsewhere);
    expect([findBalance(before, paper.codeQrUuid), findBalance(before, spentThere.codeQrUuid)]).toEqual([
      null,
      null,
    ]);
    const payThere = (voucher: typeof paper, price: number) =>
      place.as('nobody', '/shopping/create', {
        userId: voucher.userId,
        codeQrUuid: voucher.codeQrUuid,
        price,
        estanteId: elsewhere.operatorId,
      });
    expect([(await payThere(paper, 1_000)).status, (await payThere(spentThere, 1_000)).status]).toEqual([
      201, 201,
    ]);
    const seen = await listOf(before.asOf, elsewhere);
    expect([findBalance(seen, paper.codeQrUuid), findBalance(seen, spentThere.codeQrUuid)]).toEqual([
      8_000, 3_000,
    ]);
    await place.buy(paper, 2_000);
    await place.buy(spentThere, 3_000);
    const later = await listOf(seen.asOf, elsewhere);
    expect(later.kind).toBe('changes');
    expect([findBalance(later, paper.codeQrUuid), findBalance(later, spentThere.codeQrUuid)]).toEqual([
      6_000, 0,
    ]);
    const fresh = await createMarketLists(place.opened.database).whole(other(), new Date());
    for (const whole of [await listOf(0, elsewhere), fresh.list])
      expect([findBalance(whole, paper.codeQrUuid), findBalance(whole, spentThere.codeQrUuid)]).toEqual([
        6_000, 0,
      ]);
    expect(fresh.list.bytes.length).toBeLessThan(200);
  });

  it('is built once for all tablets of a market, and includes later changes for the next caller', async () => {
    const names: string[] = [];
    const { database } = place.opened;
    const counted: typeof database = {
      ...database,
      query: (statement) => {
        names.push(statement.name ?? '');
        return database.query(statement);
      },
    };
    const lists = createMarketLists(counted);
    const paper = await place.issue(6_000);
    const first = await lists.whole(own(), new Date());
    await place.buy(paper, 1_000);
    const [second, third] = await Promise.all([
      lists.whole(own(), new Date()),
      lists.whole(own(), new Date()),
    ]);
    expect([first, second, third].map(({ list }) => findBalance(list, paper.codeQrUuid))).toEqual([
      6_000, 5_000, 5_000,
    ]);
    expect(names.filter((name) => name === 'snapshot-seen')).toHaveLength(1);
    // An hour later, after a clock that was set back, and after a restore: from the beginning.
    await lists.whole(own(), new Date(Date.now() + 3_700_000));
    await lists.whole(own(), new Date());
    expect(names.filter((name) => name === 'snapshot-seen')).toHaveLength(3);
  });

  it('starts its changes where it was read, however late it is sent', async () => {
    const device = await place.stallDevice();
    const paper = await place.issue(6_000);
    const list = await listOf(0, device);
    await place.buy(paper, 2_500);
    // Another tablet asks in between: the market's list advances, and this tablet's does not.
    await listOf(0);
    expect(findBalance(await listOf(list.asOf, device), paper.codeQrUuid)).toBe(3_500);
  });

  it('is only for enrolled devices', async () => {
    const device = await place.stallDevice();
    const forged = {
      deviceId: device.id,
      sentAt: new Date().toISOString(),
      since: 0,
      proof: stall.sign('x'),
    };
    const answer = await place.as('nobody', '/sync/snapshot', forged);
    expect([answer.status, answer.body['code']]).toEqual([401, 'DEVICE_PROOF_INVALID']);
    await place.as('ADMIN', '/devices/revoke', { id: device.id });
    const revoked = await askFor(0, device);
    expect([revoked.statusCode, revoked.json<{ code: string }>().code]).toEqual([403, 'DEVICE_REVOKED']);
  });
});
