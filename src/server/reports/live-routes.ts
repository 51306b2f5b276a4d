import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { calls } from '#src/contract/calls.ts';
import type { LiveEvent } from '#src/contract/markets/today.ts';
import type { Actor } from '#src/server/actor.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { actorOf, personOf } from '#src/server/http/guard.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { replyTooMany } from '#src/server/http/throttle.ts';
import { signedInPerson } from '#src/server/records/people.ts';
import type { Database } from '#src/server/store/database.ts';
import { createLiveFeed, type LiveFeed } from './live-feed.ts';

type Deps = {
  database: Database;
  now: () => Date;
  /** Interval at which the feed polls the database while a page watches. */
  pollMs: number;
};

const pollsPerHeartbeat = 15;

/** A client that does not read is disconnected: it reconnects from its last event. */
const maxUnreadBytes = 256 * 1024;

/**
 * en vivo: sales, voids and payouts as they happen. Server-sent events over fetch (an EventSource cannot send a bearer
 * token), each with the movement's id; and the same by polling, where a proxy holds streams back.
 */
export function serveLive(app: App, routes: Routes, deps: Deps): void {
  const onFailure = (error: unknown): void => app.log.warn({ err: error }, 'the live feed could not read');
  const feed = createLiveFeed({ ...deps, onFailure });
  const open = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    feed.stop();
    for (const stream of open) stream.end();
  });

  const takePlace = createPlaces();
  routes.raw(calls.followLive, async ({ request, actor, query, reply }) => {
    const leave = takePlace(actor);
    // Meanwhile the page polls every few seconds.
    if (!leave) return replyTooMany(reply, fullForMs);
    const stream = new PassThrough();
    stream.once('close', leave);
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    reply.raw.once('close', () => stream.destroy());
    // The connection ends with the stream: kept alive, it would hold up a server that stops.
    reply.header('connection', 'close').header('x-accel-buffering', 'no');
    reply.type('text/event-stream; charset=utf-8');
    await begin({ ...deps, feed }, request, stream, query.after ?? null);
    return reply.send(stream);
  });
  routes.value(calls.readLive, async ({ actor, query }) => {
    const { events, next } = await feed.read(actor, query.after ?? null);
    return { events, next };
  });
}

/** Limits of simultaneous streams per account and per market, because each holds a connection. */
const mostOfAccount = 3;
const mostOfMarket = 50;
const fullForMs = 30_000;

/**
 * Reserves a place for a stream. Returns the function that releases it, or null when all places are taken.
 */
function createPlaces(): (actor: Actor) => (() => void) | null {
  const taken = new Map<string, number>();
  return (actor) => {
    const keys: [string, number][] = [[actor.id, mostOfAccount]];
    if (actor.marketId) keys.push([`market ${actor.marketId}`, mostOfMarket]);
    if (keys.some(([key, most]) => (taken.get(key) ?? 0) >= most)) return null;
    for (const [key] of keys) taken.set(key, (taken.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of keys) {
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      }
    };
  };
}

/**
 * Subscribes first, then sends the missed events, so that none is lost in between. New events wait until the
 * missed ones are sent. Each event is sent once, in commit order, so that the last one marks where to
 * continue.
 */
async function begin(
  deps: Deps & { feed: LiveFeed },
  request: FastifyRequest,
  stream: PassThrough,
  after: string | null,
): Promise<void> {
  const tell = (event: LiveEvent): void => {
    if (stream.writableEnded) return;
    if (stream.writableLength > maxUnreadBytes) stream.end();
    else stream.write(`id: ${event._id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  /** Null once the missed events were sent. */
  let waiting: { event: LiveEvent; position: number }[] | null = [];
  const unwatch = await deps.feed.watch(actorOf(request), (event, position) => {
    if (waiting) waiting.push({ event, position });
    else tell(event);
  });
  // The reader disconnected before its close handler was set.
  if (stream.destroyed) return unwatch();
  const { exp = 0, session } = decodeJwt<{ session?: string }>(bearer(request));
  const stays = { endsAtMs: exp * 1000, session };
  // A heartbeat keeps the stream alive and checks that it is still authorized.
  const heartbeat = setInterval(() => {
    mayStay(deps, request, stays)
      .then((may) => (may ? stream.write(': \n\n') : stream.end()))
      .catch(() => stream.end());
  }, deps.pollMs * pollsPerHeartbeat);
  heartbeat.unref();
  stream.once('close', () => {
    clearInterval(heartbeat);
    unwatch();
  });
  let missed = await deps.feed.read(actorOf(request), after);
  // No further than the events already sent, because a stream may be cut before the rest.
  const place = after === null || missed.isBegun ? missed.next : after;
  stream.write(`retry: 2000\nid: ${place}\nevent: ready\ndata: {}\n\n`);
  for (;;) {
    for (const event of missed.events) tell(event);
    if (missed.until !== null || stream.writableEnded) break;
    missed = await deps.feed.read(actorOf(request), missed.next);
  }
  for (const { event, position } of waiting) if (position >= (missed.until ?? 0)) tell(event);
  waiting = null;
}

/** A stream ends with its token, with the account's approval or with the session, whichever is first. */
async function mayStay(
  deps: Deps,
  request: FastifyRequest,
  { endsAtMs, session }: { endsAtMs: number; session: string | undefined },
): Promise<boolean> {
  if (deps.now().getTime() >= endsAtMs) return false;
  const person = await signedInPerson(deps.database, { sub: actorOf(request).id, session });
  return person?.session_version === personOf(request).session_version;
}

function bearer(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '');
}
