import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  defaultBodyLimitBytes,
  type AnswerOf,
  type Call,
  type ParsedOf,
  type QuotaName,
} from '#src/contract/call.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { seesCustomers, type Actor } from '#src/server/actor.ts';
import { done, type Answer } from '#src/server/answer.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import type { PersonRow } from '#src/server/store/records/people.ts';
import { throttleDevices } from './device-throttle.ts';
import type { App } from './fastify-app.ts';
import type { Guard } from './guard.ts';
import { replyAnswer, replyStored } from './replies.ts';
import { throttleByAddress, type AddressThrottle, type Quotas } from './throttle.ts';

/** An incoming call: parsed by its schemas, from an authorized caller. */
export type Incoming<C extends Call> = ParsedOf<C> & {
  /** Null only in open calls. */
  actor: C extends { isOpen: true } ? Actor | null : Actor;
  person: C extends { isOpen: true } ? PersonRow | null : PersonRow;
  /** The Idempotency-Key of calls that take one. */
  opId: OpId | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Served<C extends Call> = C['answer'] extends 'nothing' ? void | null : AnswerOf<C>;
/** `isProbe`: polled by monitoring, so successes are not logged. */
type RouteOptions = { isProbe: boolean };
type Idempotent = Call & { idempotent: true };

/**
 * Creates routes from the table of calls, the only source of their method, path, guard, limits and
 * description.
 */
export type Routes = {
  /** The service returns the wire value. */
  value<const C extends Call>(
    call: C,
    service: (incoming: Incoming<C>) => Served<C> | Promise<Served<C>>,
    options?: RouteOptions,
  ): void;
  /** The service returns the value or a refusal. */
  answer<const C extends Call>(
    call: C,
    service: (incoming: Incoming<C>) => Promise<Answer<Served<C>>>,
    options?: RouteOptions,
  ): void;
  /** The service returns the stored answer to this operation, new or earlier. */
  stored<const C extends Idempotent>(
    call: C,
    service: (incoming: Incoming<C>) => Promise<StoredAnswer<Served<C> & object>>,
  ): void;
  /** The handler sends the reply itself: bytes, and calls throttled by account. */
  raw<const C extends Call>(
    call: C,
    handler: (incoming: Incoming<C>) => FastifyReply | Promise<FastifyReply>,
  ): void;
};

const operationHeaders = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,64}$/))),
});

type AddRoute = <const C extends Call>(
  call: C,
  handler: (incoming: Incoming<C>) => FastifyReply | Promise<FastifyReply>,
  options?: RouteOptions,
) => void;

type RoutesDeps = {
  guard: Guard;
  quotas: Quotas;
  /** Called when an operation with a key was answered: now, from its receipt, or with a refusal. */
  onOperation?: (call: Call, outcome: 'done' | 'replayed' | 'refused') => void;
};

/** Returns a function that adds routes to an instance. All routes count against the same quotas. */
export function createRoutes(deps: RoutesDeps): (app: App) => Routes {
  const throttles = new Map<QuotaName, AddressThrottle>();
  const throttleOf = (name: QuotaName): AddressThrottle => {
    const throttle = throttles.get(name) ?? throttleByAddress(deps.quotas[name]);
    throttles.set(name, throttle);
    return throttle;
  };
  const devices = throttleDevices(deps.quotas);
  /** Counted after validation, so a malformed call costs no try; a device's call by size before the body is read. */
  function throttleHooks({ quota }: Call) {
    if (!quota) return { onRequest: [] };
    if (quota === 'deviceCall')
      return { onRequest: [devices.size], preHandler: devices.before, onSend: devices.after };
    const throttle = throttleOf(quota);
    // A stall or a supplier registers people as a stranger does.
    const isFree = quota === 'registration' ? seesCustomers : (by: Actor | null) => by !== null;
    return {
      onRequest: [],
      preHandler: async (request: FastifyRequest, reply: FastifyReply) =>
        isFree(request.actor) ? undefined : throttle(request, reply),
    };
  }
  return (app) =>
    routesWith(deps, (call, handler, options) => {
      const { onRequest, ...hooks } = throttleHooks(call);
      app.route({
        method: call.method,
        url: call.path,
        schema: schemaOf(call),
        bodyLimit: call.bodyLimitBytes ?? defaultBodyLimitBytes,
        ...hooks,
        onRequest: [...onRequest, ...guardsOf(call, deps.guard)],
        config: { isOfTable: true },
        ...(options?.isProbe ? { logLevel: 'warn' as const } : {}),
        handler: async (request, reply) => handler(incoming(call, request, reply)),
      });
    });
}

/** Returns the four kinds of routes, all implemented with `raw`. */
function routesWith(deps: RoutesDeps, raw: AddRoute): Routes {
  return {
    raw,
    value: (call, service, options) =>
      raw(call, async (came) => replyAnswer(came.reply, statusOf(call), done(await service(came))), options),
    answer: (call, service, options) =>
      raw(call, async (came) => replyAnswer(came.reply, statusOf(call), await service(came)), options),
    stored: (call, service) =>
      raw(call, async (came) => {
        const answer = await service(came);
        deps.onOperation?.(call, answer.replayed ? 'replayed' : answer.kind);
        return replyStored(came.reply, answer, came.opId);
      }),
  };
}

function statusOf(call: Call): number {
  return call.answer === 'nothing' ? 204 : (call.status ?? (call.idempotent ? 201 : 200));
}

/** Hooks that authorise the caller before the body is read. */
function guardsOf(call: Call, guard: Guard) {
  if (!call.isOpen) return [guard.allow(...call.roles)];
  return call.roles ? [guard.allowAnybodyOr(...call.roles)] : [];
}

function schemaOf(call: Call) {
  return {
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.idempotent ? { headers: operationHeaders } : {}),
    ...(call.isOpen ? {} : { security: [{ bearer: [] }] }),
    description: describe(call),
    response: { ...successOf(call), '4xx': refusalSchema, '5xx': refusalSchema },
  };
}

function successOf(call: Call) {
  if (call.answer === 'nothing') return { 204: z.null() };
  if (call.answer === 'bytes')
    return { 200: { content: { 'application/octet-stream': { schema: z.any() } } } };
  return { [statusOf(call)]: call.answer };
}

/** Returns the text for the API description that the schemas do not contain. */
function describe(call: Call): string {
  const staff = call.roles?.join(', ') ?? '';
  const who = call.isOpen ? ['cualquiera', staff].filter(Boolean).join('; con sesión: ') : staff;
  return `Quién: ${who}.${call.idempotent ? ' Con Idempotency-Key se aplica una sola vez.' : ''}`;
}

function incoming<C extends Call>(call: C, request: FastifyRequest, reply: FastifyReply): Incoming<C> {
  if (!call.isOpen && !request.actor) throw new Error(`${call.method} ${call.path} let somebody in unasked`);
  const opId = call.idempotent ? request.headers['idempotency-key'] : undefined;
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    actor: request.actor,
    person: request.person,
    opId: typeof opId === 'string' ? toOpId(opId) : undefined,
    request,
    reply,
    // The call's own schemas and guard have established exactly this type.
  } as Incoming<C>;
}
