import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { PersonRow } from '#src/server/store/people.ts';
import type { Actor } from './actor.ts';

/** The server with routes typed by the contract's schemas. */
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
    /** Set by a guard; null while nobody has been let in. */
    actor: Actor | null;
    person: PersonRow | null;
  }
}
