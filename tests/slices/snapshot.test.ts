import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import { findBalance, readBalanceList, type BalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { requestText } from '#src/domain/device/device-proof.ts';
import { settledPosition } from '#src/server/ledger/commit-order.ts';
import { blockVoucher, unblockVoucher } from '#src/server/ledger/vouchers.ts';
import { readChangedBalances } from '#src/server/devices/balance-lists.ts';
import { forSuite } from '#tests/support/suite.ts';
import { openOfflineMarket } from '#tests/support/offline-market.ts';
import { ask } from '#tests/support/test-app.ts';

describe('the list of balances', () => {
  const place = forSuite(openOfflineMarket, (one) => one.stop());
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());

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
  const listOf = async (since: number): Promise<BalanceList> => {
    const response = await askFor(since);
    expect(response.headers['content-type']).toBe('application/octet-stream');
    const list = readBalanceList(new Uint8Array(response.rawPayload));
    if (!list) throw new Error('this is no list');
    return list;
  };

  it('holds what has a balance, and what a kiosk handed out and is spent or blocked', async () => {
    const [active, spent, blocked] = [
      await place.issue(5_000),
      await place.issue(100),
      await place.issue(700),
    ];
    await place.buy(spent, 100);
    await blockVoucher(place.opened.database, blocked.codeQrUuid, 'person', new Date());
    const [first, second, clientId] = [
      toVoucherId(randomUUID()),
      toVoucherId(randomUUID()),
      place.market.customer.id,
    ];
    await kiosk.sync([
      kiosk.write('top-up', { monto: toAmount(900), uuid: first, clientId }),
      kiosk.write('top-up', { monto: toAmount(300), uuid: second, clientId }),
    ]);
    await place.buy({ userId: clientId, codeQrUuid: second, proof: '' }, 300);
    const list = await listOf(0);
    expect(list.kind).toBe('full');
    expect(Math.abs(Date.now() - list.asOf)).toBeLessThan(60_000);
    expect(findBalance(list, active.codeQrUuid)).toBe(5_000);
    expect([findBalance(list, spent.codeQrUuid), findBalance(list, blocked.codeQrUuid)]).toEqual([
      null,
      null,
    ]);
    expect([findBalance(list, first), findBalance(list, second)]).toEqual([900, 0]);
  });

  it('holds the changes alone: spent, blocked, topped up; and a full one when too much time has passed', async () => {
    const before = await listOf(0);
    const [untouched, spent, blocked] = [
      await place.issue(5_000),
      await place.issue(100),
      await place.issue(700),
    ];
    await place.buy(spent, 40);
    await blockVoucher(place.opened.database, blocked.codeQrUuid, 'person', new Date());
    const list = await listOf(before.asOf);
    expect(list.kind).toBe('changes');
    expect([findBalance(list, spent.codeQrUuid), findBalance(list, blocked.codeQrUuid)]).toEqual([60, 0]);
    expect(findBalance(list, untouched.codeQrUuid)).toBe(5_000);
    expect((await listOf(Date.now() - 8 * 86_400_000)).kind).toBe('full');
    expect((await listOf(Date.now() + 86_400_000)).kind).toBe('full');
  });

  it('tells of a block that was taken back, though no money moved since', async () => {
    const { database } = place.opened;
    const found = await place.issue(3_000);
    await blockVoucher(database, found.codeQrUuid, 'person', new Date());
    expect(findBalance(await listOf(0), found.codeQrUuid)).toBeNull();
    const now = new Date();
    const since = await settledPosition(database);
    expect(await readChangedBalances(database, since, now, now)).toEqual([]);
    await unblockVoucher(database, found.codeQrUuid, now);
    const changed = { voucherId: found.codeQrUuid, balance: 3_000 };
    expect(await readChangedBalances(database, since, now, now)).toEqual([changed]);
    expect(findBalance(await listOf(0), found.codeQrUuid)).toBe(3_000);
  });

  it('is for enrolled devices alone', async () => {
    const device = await place.stallDevice();
    const forged = {
      deviceId: device.id,
      sentAt: new Date().toISOString(),
      since: 0,
      proof: stall.sign('x'),
    };
    const answer = await ask(place.app, 'POST', '/sync/snapshot', { body: forged });
    expect([answer.status, answer.body['code']]).toEqual([401, 'DEVICE_PROOF_INVALID']);
    await ask(place.app, 'POST', '/devices/revoke', {
      body: { id: device.id },
      token: place.market.tokens['ADMIN'],
    });
    const revoked = await askFor(0, device);
    expect([revoked.statusCode, revoked.json<{ code: string }>().code]).toEqual([403, 'DEVICE_REVOKED']);
  });

  it('is at most 250 KB for 20,000 vouchers', async () => {
    await place.opened.database.query({
      text: `with made as (
          select gen_random_uuid() as id, g.id as market from generate_series(1, 20000), (select id from market limit 1) g
        ), accounts as (
          insert into ledger_account (id, kind, owner_id, market_id) select id, 'voucher', id, market from made
        )
        insert into voucher (id, owner_id, market_id, face, balance, short_code, created_at)
        select id, $1::uuid, market, 50000, 50000, 'x', now() from made`,
      values: [place.market.customer.id],
    });
    const list = await listOf(0);
    expect(list.bytes.length).toBeGreaterThan(220_000);
    expect(list.bytes.length).toBeLessThan(250_000);
  });
});
