import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Actor } from '#src/server/actor.ts';
import type { PersonRow } from '#src/server/store/records/people.ts';

/** The server, with routes typed by the contract's schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    currencySymbol: string;
  }
  interface FastifyRequest {
    /** Set by a guard; null before the guard has admitted a caller. */
    actor: Actor | null;
    person: PersonRow | null;
  }
  interface FastifyContextConfig {
    /** The table of calls has made this route, with the quota or the session that each row requires. */
    isOfTable?: true;
  }
  interface FastifyReply {
    /** Code of the refusal, for the log. */
    refusal: RefusalCode | null;
  }
}

/**
 * Logs one line per answered call: caller, device, operation and refusal. `id` is in the answer too, so that
 * support can find the call of a person who reads it out. Bodies, tokens and voucher links are not logged.
 */
export function logCalls(app: App): void {
  app.decorateReply('refusal', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const opId = textOf(request.headers['idempotency-key']);
    request.log.info(
      {
        req: request,
        res: reply,
        ms: Math.round(reply.elapsedTime),
        ...(request.actor ? { person: request.actor.id, role: request.actor.userType } : {}),
        ...deviceOf(request),
        ...(opId === undefined ? {} : { opId }),
        ...(reply.refusal === null ? {} : { refusal: reply.refusal }),
      },
      'answered',
    );
  });
}

/** A device that signs has its id in the body; a page only claims one. */
function deviceOf(request: FastifyRequest): { device?: string; saidDevice?: string } {
  const { body } = request;
  const signed = typeof body === 'object' && body !== null && 'deviceId' in body ? body.deviceId : undefined;
  const [device, said] = [textOf(signed), request.actor?.deviceId ?? undefined];
  if (device !== undefined) return { device };
  return said === undefined ? {} : { saidDevice: said };
}

/** Returns only ids and keys, so that a caller cannot place arbitrary text in the log. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}
