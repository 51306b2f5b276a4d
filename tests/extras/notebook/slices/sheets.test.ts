import { describe, expect, it } from 'vitest';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { LineStatuses, PaperPage, Sheet, SlipList } from '#src/extras/notebook/contract/schemas.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

type Row = { row: number; name: string } & Record<string, unknown>;
type Kind = Sheet['kind'];

describe('an imported sheet', () => {
  const place = marketForSuite();
  const find = async (id: string): Promise<Sheet> =>
    (await place.manage(`/sheets/${id}`)).body as unknown as Sheet;
  const sumOf = (rows: readonly Row[]): number =>
    rows.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0);

  async function begin(kind: Kind, rows: readonly Row[]): Promise<string> {
    const body = {
      kind,
      fileName: 'puestos.xlsx',
      fileHash: 'a'.repeat(64),
      rows: rows.length,
      ...(sumOf(rows) > 0 && { amount: sumOf(rows) }),
    };
    const begun = await place.manage('/sheets/begin', body);
    expect(begun.status).toBe(201);
    return String(begun.body['_id']);
  }
  const send = (id: string, kind: Kind, rows: readonly Row[]): Promise<Answer> =>
    place.manage('/sheets/rows', { id, lines: { kind, rows } });
  async function bring(kind: Kind, rows: readonly Row[]): Promise<{ id: string; statuses: string[] }> {
    const id = await begin(kind, rows);
    const statuses: string[] = [];
    for (let at = 0; at < rows.length; at += 200) {
      const answer = await send(id, kind, rows.slice(at, at + 200));
      expect(answer.status).toBe(201);
      statuses.push(...(answer.body as unknown as LineStatuses).rows.map(({ status }) => status));
    }
    return { id, statuses };
  }
  const stallsNow = async (): Promise<Record<string, string>> => {
    const { body } = await place.manage(`/estantes/global-market/${place.market.codes.own}`);
    const rows = body as unknown as { _id: string; estanteName: string }[];
    return Object.fromEntries(rows.map(({ _id, estanteName }) => [estanteName, _id]));
  };
  const owedTo = async (id: string | undefined): Promise<number> => {
    const list = (await place.manage('/cash/stalls')).body as unknown as StallBalance[];
    return list.find((one) => one.estanteId === id)?.owed ?? 0;
  };
  const stall = (row: number, name: string, amount?: number): Row => ({
    row,
    name,
    ownerName: 'Teresa Bonilla',
    phone: '3115550166',
    ...(amount === undefined ? {} : { amount }),
  });

  it('imports each row once, for any sender, and the same sheet twice changes nothing', async () => {
    const rows = [
      stall(4, 'La Esquina de Tere', 1_234_567),
      stall(5, 'Café Tres Esquinas'),
      stall(6, 'CAFE TRES ESQUINAS.'),
    ];
    const { id, statuses } = await bring('stalls', rows);
    expect(statuses).toEqual(['made', 'made', 'there']);
    // A page that died sends the same rows under another key.
    await send(id, 'stalls', rows.slice(1));
    const stalls = await stallsNow();
    expect(Object.keys(stalls)).toEqual(expect.arrayContaining(['La Esquina de Tere', 'Café Tres Esquinas']));
    expect(await owedTo(stalls['La Esquina de Tere'])).toBe(1_234_567);
    expect(await find(id)).toMatchObject({ came: 3, made: 2, there: 1, amount: 1_234_567, slips: 2 });

    const again = await bring('stalls', rows);
    expect(again.statuses).toEqual(['has-opening', 'there', 'there']);
    expect(await owedTo(stalls['La Esquina de Tere'])).toBe(1_234_567);
  });

  it('gives customers their notebook balance on a voucher, once, and prints it for a day', async () => {
    const customer = (row: number, name: string, identificacion: string, amount?: number): Row => ({
      row,
      name,
      identificacion,
      ...(amount === undefined ? {} : { amount }),
    });
    const rows = [
      customer(2, 'Rubén Darío Páez', '24.684.777', 12_000),
      customer(3, 'Éver Castaño', 'CC 1013', 8_000),
      customer(4, 'Óscar Tovar', '9.001', 5_000),
      customer(5, 'Ruben Paez', '24684777', 3_000),
      customer(6, 'Nadie Debe', '77001'),
    ];
    const { id, statuses } = await bring('customers', rows);
    expect(statuses).toEqual(['made', 'made', 'made', 'has-opening', 'made']);
    const spoiled = [customer(2, 'Ana Ruiz', '1023456791.0', 10_000)];
    expect((await send(await begin('customers', spoiled), 'customers', spoiled)).body['code']).toBe(
      'INVALID_REQUEST',
    );
    const { papers } = (await place.manage(`/sheets/${id}/papers`)).body as unknown as PaperPage;
    expect(papers.map(({ monto, ownerName }) => [ownerName, monto])).toEqual([
      ['Rubén Darío Páez', 12_000],
      ['Éver Castaño', 8_000],
      ['Óscar Tovar', 5_000],
    ]);
    expect((await place.as('other GLOBAL_MARKET', `/sheets/${id}/papers`)).status).toBe(404);
    const { searchParams } = new URL(papers[1]?.urlCodeQr ?? '');
    const uuid = searchParams.get('codeQrId') ?? '';
    const paper = { userId: searchParams.get('userId') ?? '', codeQrUuid: uuid };
    expect((await place.buy(paper, 3_000)).status).toBe(201);

    const again = await bring('customers', rows);
    expect(again.statuses).toEqual(['has-opening', 'has-opening', 'has-opening', 'has-opening', 'there']);
    expect(await place.balanceOf(uuid)).toBe(5_000);
    const older = `update sheet set created_at = created_at - $2 * interval '1 hour' where id = $1`;
    const age = (hours: number) => place.rowsOf(older, id, hours);
    await age(23);
    expect((await place.manage(`/sheets/${id}/papers`)).status).toBe(200);
    await age(1);
    const late = await place.manage(`/sheets/${id}/papers`);
    expect([late.status, late.body['code']]).toEqual([409, 'SHEET_CLOSED']);
    expect((await place.manage('/cash/day')).body).toMatchObject({
      sum: 0,
      addsUp: true,
    });
  });

  it("lets a customer without an email choose a password once with a slip's code", async () => {
    const { id } = await bring('stalls', [stall(2, 'Quesos del Páramo'), stall(3, 'Quesos del Paramo 2')]);
    const slips = async () => (await place.manage('/sheets/slips', { id })).body as unknown as SlipList;
    const [old] = (await slips()).slips;
    const [slip, other] = (await slips()).slips;
    expect([slip?.userName, other?.userName]).toEqual(['quesosdelparamo', 'quesosdelparamo2']);
    const account = { email: slip?.userName, userType: 'ESTANTE' };
    const choose = (code: string | undefined, password = 'arepa-con-queso') =>
      place.as('nobody', '/auth/reset-password', { ...account, code, password });
    expect((await choose(old?.code)).body['code']).toBe('RESET_CODE_INVALID');
    expect((await choose(slip?.code)).status).toBe(204);
    expect((await choose(slip?.code, 'queso-sin-arepa')).body['code']).toBe('RESET_CODE_INVALID');
    const login = { email: 'QuesosDelParamo', password: 'arepa-con-queso', userType: 'ESTANTE' };
    expect((await place.as('nobody', '/auth/login', login)).status).toBe(200);
    expect((await slips()).slips.map(({ name }) => name)).toEqual(['Quesos del Paramo 2']);
  });

  it("previews each row's result, and writes nothing", async () => {
    const byId = 'select email from person where id = $1';
    const [own] = await place.rowsOf<{ email: string }>(byId, place.market.ids['ESTANTE']);
    const before = Object.keys(await stallsNow()).length;
    const rows = [stall(2, 'Uno'), { ...stall(3, 'Dos'), email: own?.email }, stall(4, 'uno')];
    const { body } = await place.manage('/sheets/check', { kind: 'stalls', rows });
    const statuses = (body as unknown as LineStatuses).rows.map(({ status }) => status);
    expect(statuses).toEqual(['made', 'email-taken', 'there']);
    expect(Object.keys(await stallsNow())).toHaveLength(before);
  });

  it("imports no more than was announced, nor more than the market's limit", async () => {
    const id = await begin('stalls', [stall(2, 'Solo uno', 5_000)]);
    expect((await send(id, 'stalls', [stall(2, 'Solo uno', 9_000)])).body['code']).toBe('WRONG_STATE');
    expect((await send(id, 'stalls', [stall(2, 'Solo uno'), stall(3, 'Otro')])).body['code']).toBe(
      'WRONG_STATE',
    );
    const customers = [{ row: 2, name: 'Ana Ruiz', identificacion: '1013' }];
    expect((await send(id, 'customers', customers)).body['code']).toBe('WRONG_STATE');
    const rich = Array.from({ length: 11 }, (_, n) => stall(n + 2, `Rico ${n}`, 20_000_000));
    const { id: richId, statuses } = await bring('stalls', rich);
    expect(statuses.filter((status) => status === 'over-limit').length).toBeGreaterThan(0);
    expect((await find(richId)).amount).toBeLessThanOrEqual(200_000_000);
    const over = await send(await begin('stalls', rich), 'stalls', [stall(2, 'Más', 20_000_001)]);
    expect(over.status).toBe(400);
    expect((await send(richId, 'stalls', [stall(2, 'Uno'), stall(2, 'Dos')])).status).toBe(400);
  });
});
