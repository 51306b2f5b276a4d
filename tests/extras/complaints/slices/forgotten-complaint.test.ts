import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { personalDataCalls } from '#src/extras/personal-data/contract/calls.ts';
import { columnsWith } from '#tests/support/columns-with.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

const { exportCustomer, forgetCustomer } = personalDataCalls;

describe("a customer's complaint", () => {
  const areas = forSuite(openAreas, (one) => one.close());
  const kept = async (id: string) =>
    (await areas.as('GLOBAL_MARKET', 'GET', exportCustomer.path.replace(':id', id))).body['complaints'];
  const forget = (id: string) => areas.as('GLOBAL_MARKET', 'POST', forgetCustomer.path, { id });

  it('keeps its customer until it is answered, and loses its text with the customer', async () => {
    const name = `olvidada ${randomUUID().slice(0, 8)}`;
    const person = { ownerName: name, identificacion: randomUUID(), notice: '2026-11-23' };
    const id = String((await areas.as('RECARGA', 'POST', '/client/create', person)).body['_id']);
    const codeQrUuid = randomUUID();
    const topUp = { monto: 9_000, uuid: codeQrUuid, clientId: id };
    await areas.as('RECARGA', 'POST', '/code-qr/create-recharger', topUp, randomUUID());
    const sale = { userId: id, estanteId: areas.market.ids.ESTANTE, codeQrUuid, price: 9_000 };
    const { codeCompra } = (await ask(areas.app, 'POST', '/shopping/create', { body: sale })).body;

    const filed = { codeCompra, codeQrUuid, reason: 'NOT_MINE', words: `Soy ${name}.` };
    expect((await ask(areas.app, 'POST', '/complaints/create', { body: filed })).status).toBe(201);
    expect((await forget(id)).body['code']).toBe('CUSTOMER_HAS_OPEN_LINES');

    const list = await areas.as('ESTANTE', 'GET', '/complaints/list');
    const [{ _id: complaint }] = list.body['items'] as [{ _id: string }];
    const words = `Vino ${name}.`;
    await areas.as('ESTANTE', 'POST', '/complaints/words', { id: complaint, words });
    const answer = { id: complaint, verdict: 'NONE', words: `${name} firmó.` };
    const answered = await areas.as('GLOBAL_MARKET', 'POST', '/complaints/answer', answer, randomUUID());
    expect(answered.status).toBe(201);
    expect(await kept(id)).toMatchObject([
      {
        code: 'R-0001',
        reason: 'NOT_MINE',
        words: filed.words,
        stallWords: words,
        answerWords: answer.words,
      },
    ]);

    expect((await forget(id)).status).toBe(200);
    expect(await columnsWith(areas.opened.database, name)).toEqual([]);
  });
});
