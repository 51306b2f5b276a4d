import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConflictPage } from '#src/contract/conflicts/schemas.ts';
import { conflictAlarmMs } from '#src/operations/acceptance/rule.ts';
import { toMarketId } from '#src/protocol/brands.ts';
import { readConflicts } from '#src/server/nouns/conflicts/reads.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openMarket } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

/** Columns of a line that a test checks. */
type Line = {
  state?: string;
  assignee?: string | null;
  missing?: number;
  note?: string;
  customerId?: string;
  resolvedBy?: string;
};

// Rows in the engine's form, which the neighbouring files test.
describe('the lists of a manager', () => {
  const place = forSuite(openMarket, (one) => one.stop());
  const stall = forSuite(() => place.stallDevice());
  let minutes = 0;
  const at = (minute: number): Date => new Date(Date.parse('2026-11-20T12:00:00Z') + minute * 60_000);

  beforeEach(async () => {
    await place.rowsOf('delete from conflict_line');
    await place.rowsOf('delete from accepted_purchase');
    minutes = 0;
  });

  /** Makes an offline sale one minute after the previous one; returns its ids. */
  async function sell(device: SignedDevice, customerId = place.market.customer.id) {
    minutes += 1;
    const sale = { opId: randomUUID(), purchaseOpId: randomUUID(), voucherId: randomUUID(), customerId };
    await insert('accepted_purchase', {
      ...columnsOf(sale),
      device_id: device.id,
      contact: 1,
      is_paid_before: false,
      occurred_at: at(-minutes),
      recorded_at: at(minutes),
    });
    return sale;
  }
  const columnsOf = (sale: {
    opId: string;
    purchaseOpId: string;
    voucherId: string;
    customerId: string;
  }) => ({
    op_id: sale.opId,
    purchase_op_id: sale.purchaseOpId,
    voucher_id: sale.voucherId,
    customer_id: sale.customerId,
    stall_id: place.market.ids['ESTANTE'],
    market_id: place.market.ids['GLOBAL_MARKET'],
    price: 500,
    seq: 1,
  });
  const insert = (table: string, row: object) =>
    place.rowsOf(
      `insert into ${table} (${Object.keys(row).join()}) select ${Object.keys(row).join()}
        from jsonb_populate_record(null::${table}, $1)`,
      JSON.stringify(row),
    );

  async function put(line: Line = {}): Promise<string> {
    const { state = 'review', assignee = null, missing = 200, note = '', resolvedBy = null } = line;
    const sale = await sell(stall, line.customerId);
    const id = randomUUID();
    await insert('conflict_line', {
      ...columnsOf(sale),
      id,
      kind: 'sale',
      state,
      reason: 'BAD_PROOF',
      body_hash: 'h',
      missing,
      device_id: stall.id,
      occurred_at: at(minutes),
      recorded_at: at(minutes),
      assignee,
      note,
      resolved_at: state === 'resolved' ? at(500) : null,
      resolved_by: resolvedBy,
    });
    return id;
  }

  const list = async (query = ''): Promise<ConflictPage> =>
    (await place.manage(`/sync/conflicts?${query}`)).body as unknown as ConflictPage;
  const pages = async (limit: number) => {
    const found: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null && found.length < 9;) {
      const page = await list(`limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      found.push(page.items.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    return found;
  };

  it('are read newest first and page by page, without repetitions or omissions', async () => {
    for (let lines = 0; lines < 5; lines += 1) await put();
    // Two of one moment are ordered by id.
    await place.rowsOf(`update conflict_line set recorded_at = $1 where recorded_at < $1`, at(2));
    const [all = []] = await pages(100);
    const ids = all.slice(3);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(await pages(2)).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
    expect(await pages(4)).toEqual([all.slice(0, 4), all.slice(4)]);
    expect(await pages(5), 'a full last page').toEqual([all]);
    expect((await list()).items).toHaveLength(5);
  });

  it('count every state of the market for any query, and find by person and stall', async () => {
    for (const state of ['waiting', 'overspend', 'overspend', 'review', 'resolved']) await put({ state });
    await put({ state: 'review', customerId: randomUUID() });
    const counts = { waiting: 1, overspend: 2, review: 2, resolved: 1 };
    expect((await list()).counts).toEqual(counts);
    const overspent = await list('state=overspend');
    expect(overspent.items.map(({ state }) => state)).toEqual(['overspend', 'overspend']);
    expect(overspent.counts).toEqual(counts);
    expect((await list('q=LUZ')).items).toHaveLength(5);
    expect((await list('q=rosalba')).items).toHaveLength(6);
    expect(await list('q=nobody')).toMatchObject({
      items: [],
      counts: { waiting: 0, overspend: 0, review: 0, resolved: 0 },
    });
    const other = await place.as('other GLOBAL_MARKET', '/sync/conflicts');
    expect(other.body).toMatchObject({ items: [], counts: { review: 0 } });
    const everywhere = await place.as('ADMIN', '/sync/conflicts');
    expect(everywhere.body['items']).toHaveLength(6);
  });

  it('name the customer into whom others were merged, and a stall without a name by its person', async () => {
    const { database } = place.opened;
    const stallId = place.market.ids['ESTANTE'];
    const { rows } = await database.query<{ id: string; stall_name: string }>({
      text: 'select id, stall_name from person where id = $1',
      values: [stallId],
    });
    await put();
    await put({ customerId: randomUUID() });
    const [unknown, known] = (await list()).items;
    expect([unknown?.userName, known?.userName, known?.estanteName]).toEqual(['', 'luz marina', 'Rosalba']);
    const second = await place.as('nobody', '/auth/register', {
      ownerName: 'Eva Ruiz',
      identificacion: '52123456',
      phone: '3105550101',
    });
    const merge = (into: unknown) =>
      database.query({
        text: 'update person set merged_into = $2 where id = $1',
        values: [place.market.customer.id, into],
      });
    await merge(second.body['_id']);
    await database.query({ text: `update person set stall_name = '' where id = $1`, values: [stallId] });
    expect((await list()).items[1]).toMatchObject({ userName: 'Eva Ruiz', estanteName: 'Rosalba Giraldo' });
    await merge(null);
    await database.query({
      text: 'update person set stall_name = $2 where id = $1',
      values: [stallId, rows[0]?.stall_name],
    });
  });

  it('show who resolved a line, when and why', async () => {
    const by = place.market.ids['ADMIN'];
    await put({ state: 'resolved', assignee: 'guarantee', note: 'hablado', resolvedBy: by });
    await put();
    const { items } = await list();
    expect(items).toMatchObject([
      { resolvedAt: null, resolvedBy: '', assignee: null, note: '' },
      {
        resolvedAt: at(500).toISOString(),
        resolvedBy: 'Administra',
        assignee: 'guarantee',
        note: 'hablado',
        occurredAt: at(1).toISOString(),
        recordedAt: at(1).toISOString(),
      },
    ]);
  });

  it('raise an alarm only for a line that waits longer than a day for its top-up', async () => {
    await put({ state: 'waiting' });
    await put({ state: 'review' });
    const scope = { marketId: toMarketId(place.market.ids['GLOBAL_MARKET']) };
    const alarms = async (now: Date) =>
      (await readConflicts(place.opened.database, scope, {}, now)).items.map(({ alarm }) => alarm);
    const day = at(1).getTime() + conflictAlarmMs;
    expect(await alarms(new Date(day))).toEqual([false, false]);
    expect(await alarms(new Date(day + 1))).toEqual([false, true]);
    expect(await alarms(new Date(day + conflictAlarmMs))).toEqual([false, true]);
  });

  it('show every offline sale of a voucher, oldest first, of any device', async () => {
    const id = await put();
    const second = await place.stallDevice();
    const sale = await sell(second);
    await place.rowsOf(
      'update accepted_purchase set voucher_id = (select voucher_id from conflict_line where id = $1) where op_id = $2',
      id,
      sale.opId,
    );
    const [line] = (await list()).items;
    expect(line?.trace.map(({ deviceId, codeCompra, price }) => [deviceId, codeCompra, price])).toEqual([
      [second.id, '', 500],
      [stall.id, '', 500],
    ]);
    expect(line?.trace[0]).toMatchObject({
      occurredAt: at(-2).toISOString(),
      recordedAt: at(2).toISOString(),
    });
  });
});
