import { randomUUID } from 'node:crypto';
import type { TwoMarkets } from '#tests/support/market/two-markets.ts';
import { ask, type Asked } from '#tests/support/server/test-app.ts';
import type { GrowCall } from './calls.ts';

/** Operations of people: a sale and its void, a payout, a correction of a customer. Each answer shows one. */
export function writesOf(app: Asked, own: TwoMarkets): GrowCall[] {
  const post = async (asker: 'RECARGA' | 'ESTANTE' | 'GLOBAL_MARKET', path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await ask(app, 'POST', path, { body, headers, token: own.tokens[asker] });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const sell = async (): Promise<string> => {
    const codeQrUuid = randomUUID();
    const userId = own.customer.id;
    await post('RECARGA', '/code-qr/create-recharger', { monto: 5_000, uuid: codeQrUuid, clientId: userId });
    const sale = { userId, codeQrUuid, price: 5_000, estanteId: own.ids.ESTANTE };
    return String((await post('ESTANTE', '/shopping/create', sale))['codeCompra']);
  };
  const once = (name: string, work: () => Promise<unknown>): GrowCall => ({
    name,
    ask: async () => {
      await work();
      return 1;
    },
  });
  return [
    once('a top-up, a sale and its void', async () =>
      post('GLOBAL_MARKET', '/shopping/void', { codeCompra: await sell(), reason: 'Se devolvió' }),
    ),
    once('a top-up, a sale and a payout', async () => {
      await sell();
      await post('GLOBAL_MARKET', '/cash/payout', {
        estanteId: own.ids.ESTANTE,
        monto: 1,
        includeHeld: true,
      });
    }),
    once('a correction of a customer', () =>
      post('GLOBAL_MARKET', '/client/edit', {
        id: own.customer.id,
        ownerName: 'Luz Marina',
        identificacion: own.customer.identificacion,
        phone: '3001234567',
      }),
    ),
  ];
}
