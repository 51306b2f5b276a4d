import fastify from 'fastify';

/*
 * The frame of the plain endpoints: compiled schemas, at the address and with the body of our call. Each is a
 * separate process, and records a purchase in its own way.
 */
export type Purchase = { userId: string; estanteId: string; codeQrUuid: string; price: number };
export type Receipt = {
  codeCompra: string;
  nuevoSaldo: number;
  price: number;
  codeQrUuid: string;
  createAt: string;
};
export type Answer = { status: 201; receipt: Receipt } | { status: 404 | 409; code: string };

const uuid = { type: 'string', format: 'uuid' } as const;
const schema = {
  headers: { type: 'object', required: ['idempotency-key'], properties: { 'idempotency-key': uuid } },
  body: {
    type: 'object',
    required: ['userId', 'estanteId', 'codeQrUuid', 'price'],
    properties: {
      userId: uuid,
      estanteId: uuid,
      codeQrUuid: uuid,
      price: { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 },
    },
  },
  response: {
    201: {
      type: 'object',
      properties: {
        codeCompra: { type: 'string' },
        nuevoSaldo: { type: 'integer' },
        price: { type: 'integer' },
        codeQrUuid: { type: 'string' },
        createAt: { type: 'string' },
      },
    },
  },
} as const;

/** Listens on `PORT` and records each purchase by `record`. */
export async function servePurchases(
  record: (requestId: string, purchase: Purchase) => Promise<Answer>,
): Promise<void> {
  const app = fastify();
  app.get('/api/v1/ready', () => ({ ready: true }));
  app.post<{ Body: Purchase; Headers: { 'idempotency-key': string } }>(
    '/api/v1/shopping/create',
    { schema },
    async ({ body, headers }, reply) => {
      const answer = await record(headers['idempotency-key'], body);
      return answer.status === 201
        ? reply.code(201).send(answer.receipt)
        : reply.code(answer.status).send({ code: answer.code });
    },
  );
  await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
}
