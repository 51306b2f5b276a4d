import type * as z from 'zod/mini';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { syncAnswerSchema, syncRequestSchema } from '#src/contract/sync.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './reply-refusal.ts';

type Later = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: z.ZodMiniType;
  querystring?: z.ZodMiniType;
  answer: z.ZodMiniType;
};

/** Calls of the contract that this version does not serve. They say so; nothing pretends. */
const later: Later[] = [{ method: 'POST', url: '/sync', body: syncRequestSchema, answer: syncAnswerSchema }];

export function laterRoutes(app: App): void {
  for (const { method, url, body, querystring, answer } of later)
    app.route({
      method,
      url,
      // The contract is published as it will be; nothing is validated, because nothing is served.
      attachValidation: true,
      schema: {
        ...(body ? { body } : {}),
        ...(querystring ? { querystring } : {}),
        response: { 200: answer, 501: refusalSchema },
      },
      handler: async (_request, reply) => {
        replyRefusal(reply, 'NOT_IMPLEMENTED');
        return reply;
      },
    });
}
