import { refusalSchema } from '#src/contract/refusal-code.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './reply-refusal.ts';

/** Calls of the contract that this version does not serve. They say so; nothing pretends. */
const later = [
  ['POST', '/market/create'],
  ['DELETE', '/market/delete/:id'],
  ['GET', '/products/:stallId'],
  ['POST', '/products/create/:stallId'],
  ['GET', '/code-qr/list'],
  ['POST', '/shopping/void'],
  ['POST', '/client/create'],
  ['GET', '/client/:id'],
  ['DELETE', '/client/delete/:id'],
  ['POST', '/client/canjear'],
  ['POST', '/points/create'],
  ['GET', '/points/'],
  ['DELETE', '/points/delete/:id'],
  ['GET', '/points-historial/all'],
  ['GET', '/points-historial/:id'],
  ['GET', '/shopping/history/mercado-global/:id'],
  ['GET', '/shopping/history-2/mercado-global/:id'],
  ['GET', '/proveedores/'],
  ['GET', '/proveedores/get/:id'],
  ['GET', '/proveedores/get-products-all'],
  ['POST', '/proveedores/addProduct'],
  ['POST', '/proveedores/delete-product'],
  ['POST', '/sync'],
] as const;

export function laterRoutes(app: App): void {
  for (const [method, url] of later)
    app.route({
      method,
      url,
      schema: { response: { 501: refusalSchema } },
      handler: async (_request, reply) => replyRefusal(reply, 'NOT_IMPLEMENTED'),
    });
}
