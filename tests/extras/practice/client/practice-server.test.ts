import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newOpId } from '#src/client/commands/new-id.ts';
import { toPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { exerciseOf, exercises } from '#src/extras/practice/client/exercises/exercises.ts';
import { createWorld } from '#src/extras/practice/client/exercises/world.ts';
import type { Answering } from '#src/extras/practice/client/market/answers.ts';
import { type Books, emptyBooks } from '#src/extras/practice/client/market/books.ts';
import { luz, practisingUser } from '#src/extras/practice/client/market/invented.ts';
import { makeIssuingKey } from '#src/extras/practice/client/market/issuing-key.ts';
import { answers, openMarket } from '#src/extras/practice/client/market/open-market.ts';

async function open(role: 'ESTANTE' | 'RECARGA' = 'ESTANTE') {
  const world = createWorld();
  const key = await makeIssuingKey('https://mercado.test');
  const server = openMarket({ world, key }, practisingUser[role]);
  const ask = async (method: string, path: string, body?: unknown, opId = '') => {
    const response = await server(
      new Request(`https://mercado.test/api/v1${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { 'idempotency-key': opId },
      }),
    );
    if (response === null) return { status: 0, said: null };
    const isText = response.headers.get('content-type') === 'application/json';
    return { status: response.status, said: isText ? await response.json() : null };
  };
  return { world, ask };
}

/** Values of an address's parameters. */
const placeOf: Record<string, string> = {
  code: 'PRAC-0001',
  id: luz.identificacion,
  stallId: practisingUser.ESTANTE.id,
};

function addressOf({ call }: Answering): string {
  return call.path.replace(/:(\w+)/g, (_whole, name: string) => placeOf[name] ?? '');
}

const [cobre] = exercises;
function booksOf(id: string): Books {
  return exerciseOf(id)?.books ?? emptyBooks;
}

const questions = answers.filter(
  ({ call }) => call.method === 'GET' && call.path !== '/client/:id' && typeof call.answer !== 'string',
);

describe('the market of practice', () => {
  it.each(questions.map((one) => [one.call.path, one] as const))(
    'answers %s as the contract says',
    async (_path, one) => {
      const { world, ask } = await open();
      if (cobre) world.patch({ books: { ...cobre.books, topUps: exercises.at(-1)?.books.topUps ?? [] } });
      const { status, said } = await ask('GET', addressOf(one));
      expect(status).toBe(200);
      expect(typeof one.call.answer === 'string' || z.safeParse(one.call.answer, said).success).toBe(true);
    },
  );

  it('sells by the rule shared by server and tablet, once per operation', async () => {
    const { world, ask } = await open();
    const paper = cobre?.books.papers[0];
    if (!cobre || !paper) throw new Error('the first exercise has a paper');
    world.patch({ books: cobre.books });
    const sale = { userId: paper.ownerId, estanteId: practisingUser.ESTANTE.id, codeQrUuid: paper.id };
    const opId = newOpId();
    const first = await ask('POST', '/shopping/create', { ...sale, price: 12_500 }, opId);
    expect(first).toMatchObject({ status: 201, said: { nuevoSaldo: 37_500, price: 12_500 } });
    expect((await ask('POST', '/shopping/create', { ...sale, price: 12_500 }, opId)).said).toEqual(
      first.said,
    );
    const more = await ask('POST', '/shopping/create', { ...sale, price: 40_000 }, newOpId());
    expect(more).toMatchObject({
      status: 409,
      said: { code: 'INSUFFICIENT_BALANCE', message: 'El saldo no alcanza. Quedan $37,500.' },
    });
    expect(world.read().books.sales).toHaveLength(1);
  });

  it('voids a top-up while it is unspent, and never twice', async () => {
    const { world, ask } = await open('RECARGA');
    world.patch({ books: booksOf('un-cero-de-mas') });
    const uuid = toPracticeVoucher(newOpId());
    const made = await ask(
      'POST',
      '/code-qr/create-recharger',
      { monto: 500_000, uuid, clientId: luz.id },
      newOpId(),
    );
    expect(made).toMatchObject({ status: 201, said: { monto: 500_000 } });
    const { _id: id } = made.said as { _id: string };
    const undone = await ask('POST', '/code-qr/void', { id, reason: 'WRONG_AMOUNT' }, newOpId());
    expect(undone).toMatchObject({ status: 201, said: { monto: 500_000, till: 0 } });
    expect(await ask('POST', '/code-qr/void', { id, reason: 'WRONG_AMOUNT' }, newOpId())).toMatchObject({
      said: { code: 'TOP_UP_VOIDED' },
    });
  });

  it("hands over at most the till's cash, once per id, and can withdraw it", async () => {
    const { world, ask } = await open('RECARGA');
    world.patch({ books: booksOf('la-caja-no-cuadra') });
    const much = await ask('POST', '/cash/hand-over', { monto: 200_001 }, newOpId());
    expect(much).toMatchObject({ said: { code: 'HAND_OVER_TOO_MUCH' } });
    const op = newOpId();
    for (const said of [
      { monto: 180_000, left: 20_000 },
      { monto: 180_000, left: 20_000 },
    ])
      expect(await ask('POST', '/cash/hand-over', { monto: 180_000 }, op)).toMatchObject({
        status: 201,
        said,
      });
    const back = await ask('POST', '/cash/hand-over-void', { id: op }, newOpId());
    expect(back).toMatchObject({ status: 201, said: { left: 200_000 } });
  });

  it('reports missing things as not found, and nothing without a link', async () => {
    const { world, ask } = await open();
    expect(await ask('GET', '/audit/decisions')).toMatchObject({
      status: 501,
      said: { message: 'Esta parte no está en la práctica.' },
    });
    expect(await ask('POST', '/cash/hand-over', { monto: 'mucho' }, newOpId())).toMatchObject({
      said: { code: 'INVALID_REQUEST' },
    });
    world.patch({ hasLink: false });
    expect((await ask('GET', '/health')).status).toBe(0);
  });
});
