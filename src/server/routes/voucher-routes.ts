import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { voucherViewSchema } from '#src/contract/voucher.ts';
import { findVoucher } from '#src/server/services/vouchers.ts';
import type { Database } from '#src/server/store/database.ts';
import type { App } from './fastify-app.ts';
import type { Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

/** códigos QR con saldo */
export function voucherRoutes(
  app: App,
  deps: { database: Database; now: () => Date; guard: Guard; quotas: Quotas },
): void {
  const throttleLookup = throttleByAddress(deps.quotas.voucherLookup);
  app.route({
    method: 'GET',
    url: '/code-qr/search/:code',
    schema: {
      params: z.object({ code: textField(60) }),
      response: { 200: voucherViewSchema, '4xx': refusalSchema },
    },
    onRequest: [
      deps.guard.allowAnybodyOr('ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
      async (request, reply) => (request.actor ? undefined : throttleLookup(request, reply)),
    ],
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await findVoucher(deps, request.params.code, request.actor !== null)),
  });
}
