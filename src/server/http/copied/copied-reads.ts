import type { FastifyReply, FastifyRequest } from 'fastify';
import { dataAgeHeader, writtenAtCookie } from '#src/contract/copied.ts';
import { wireVersionHeader } from '#src/contract/version.ts';
import type { Actor } from '#src/server/actor.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import type { Database } from '#src/server/store/database.ts';
import type { ReadCopy } from '#src/server/store/pooling/read-copy.ts';

/** The database that this call reads, and its age in seconds, null if it is current. */
export type CopiedRead = { database: Database; ageSeconds: number | null };
export type CopiedReads = (call: {
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
}) => CopiedRead;

/** Maximum difference between the clocks of two processes that follow the database's clock, ms. */
const marginMs = 1_000;
/** Longer than the largest lag with which a replica is still used. */
const cookieSeconds = 3_700;

/** Gives our pages a cookie with the time of their last write, with which `createCopiedReads` compares the replica. */
export function noteWrites(api: App, now: () => Date): void {
  api.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || !(wireVersionHeader in request.headers)) return;
    const cookie = `${writtenAtCookie}=${now().getTime()}; Path=/api/v1; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict`;
    reply.header('set-cookie', cookie);
  });
}

/**
 * Reads reports and lists of markets and administrators from the replica, once it contains the last write of their page. Callers other than our pages have no cookie; they, and all people at a till, are answered from the database itself.
 */
export function createCopiedReads({
  database,
  copy,
  now,
}: {
  database: Database;
  copy: ReadCopy | null;
  now: () => Date;
}): CopiedReads {
  const current = { database, ageSeconds: null };
  if (copy === null) return () => current;
  return ({ request, reply, actor }) => {
    if (!(wireVersionHeader in request.headers)) return current;
    if (actor.userType !== 'GLOBAL_MARKET' && actor.userType !== 'ADMIN') return current;
    const asOf = copy.asOf();
    if (asOf === null || asOf - marginMs < writtenAtOf(request)) return current;
    const ageSeconds = Math.max(0, Math.round((now().getTime() - asOf) / 1_000));
    reply.header(dataAgeHeader, String(ageSeconds));
    return { database: copy.database, ageSeconds };
  };
}

function writtenAtOf({ headers }: FastifyRequest): number {
  return Number(new RegExp(`\\b${writtenAtCookie}=(\\d{1,15})`).exec(headers.cookie ?? '')?.[1] ?? 0);
}
