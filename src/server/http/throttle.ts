import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { QuotaName } from '#src/contract/call.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { addressKey } from './address.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './replies.ts';

/** Number of calls of one address within `seconds`. Each process counts its own. */
export type Quota = { points: number; seconds: number };

/** Limits of the public calls, large enough for a market's crowd behind one address. */
export type Quotas = Record<QuotaName, Quota> & {
  /** Calls of routes outside of the table of calls: pages, files, unknown paths. */
  otherRoutes: Quota;
  /** Reads of the API description and of its page. */
  description: Quota;
  /** Refusals to one address; each further one is sent a second late. */
  refusals: Quota;
  /**
   * Wrong passwords for one account from one address: the number that is free; then each costs a growing
   * wait.
   */
  loginAccount: Quota;
  /** Wrong passwords for one account from all addresses. */
  loginAccountAnywhere: Quota;
  /** Wrong passwords from one address. */
  loginAddress: Quota;
  /** Lookups of short codes by account, found or not; staff who serve customers scan papers with a camera. */
  shortCodes: Quota;
  /** Lookups of unknown short codes, by account. */
  shortCodeMisses: Quota;
  /** Wrong codes of the market, by account. */
  marketCodeMisses: Quota;
  /** Vouchers that a top-up point blocks, by account. */
  pointBlocks: Quota;
  /** Calls of one address whose device is unknown or whose signature is wrong. */
  deviceStranger: Quota;
  /**
   * Wrong signatures at one address in the name of a device that is known there. Above the limit, large calls
   * wait.
   */
  deviceInItsName: Quota;
};

export const defaultQuotas: Quotas = {
  loginAccount: { points: 5, seconds: 15 * 60 },
  loginAccountAnywhere: { points: 50, seconds: 60 * 60 },
  loginAddress: { points: 200, seconds: 15 * 60 },
  // Every tablet asks every five seconds while it has no link: 500 of them behind one address.
  health: { points: 1_000, seconds: 10 },
  session: { points: 300, seconds: 60 },
  // Forty devices of one address that fetch a new version of the app at once.
  otherRoutes: { points: 6_000, seconds: 10 },
  description: { points: 120, seconds: 60 },
  refusals: { points: 300, seconds: 10 },
  registration: { points: 120, seconds: 60 * 60 },
  voucherLookup: { points: 300, seconds: 60 },
  catalogue: { points: 600, seconds: 60 },
  pointsLookup: { points: 300, seconds: 60 },
  keyLookup: { points: 300, seconds: 60 },
  holderPurchase: { points: 120, seconds: 60 },
  deviceCall: { points: 300, seconds: 60 },
  shortCodes: { points: 40, seconds: 60 * 60 },
  shortCodeMisses: { points: 20, seconds: 60 * 60 },
  marketCodeMisses: { points: 10, seconds: 60 * 60 },
  pointBlocks: { points: 20, seconds: 60 * 60 },
  deviceStranger: { points: 120, seconds: 60 },
  deviceInItsName: { points: 20, seconds: 10 * 60 },
};

export function createThrottle(quota: Quota) {
  const limiter = new RateLimiterMemory({ points: quota.points, duration: quota.seconds });
  /** Counts one call. Returns the time until the next permitted one, ms, when there are too many. */
  const count = async (key: string): Promise<number | null> => {
    try {
      await limiter.consume(key);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error.msBeforeNext;
      throw error;
    }
  };
  return {
    /** Counts one call. Returns false when there are too many, without sending a reply. */
    tryTake: async (key: string) => (await count(key)) === null,
    /** Reverses the count of a call. */
    giveBack: async (key: string) => {
      await limiter.reward(key);
    },
    /** Counts one call. Returns false when there are too many, after sending Retry-After on `reply`. */
    take: async (key: string, reply: FastifyReply, code?: TooMany) => {
      const waitMs = await count(key);
      if (waitMs !== null) replyTooMany(reply, waitMs, code);
      return waitMs === null;
    },
  };
}

/** Refusals for too many calls. */
type TooMany = Extract<RefusalCode, 'TOO_MANY_REQUESTS' | 'CAMERA_NEEDED'>;

/** Sends the refusal with the time of the next permitted call. */
export function replyTooMany(
  reply: FastifyReply,
  waitMs: number,
  code: TooMany = 'TOO_MANY_REQUESTS',
): FastifyReply {
  return replyRefusal(reply.header('retry-after', Math.max(1, Math.ceil(waitMs / 1000))), code);
}

export type AddressThrottle = ReturnType<typeof throttleByAddress>;

/** Returns a hook that counts the calls of one address. */
export function throttleByAddress(quota: Quota) {
  const throttle = createThrottle(quota);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    (await throttle.take(addressKey(request.ip), reply)) ? undefined : reply;
}

/** Counts the calls of every route that the table of calls has not made, so that none is without a quota. */
export function countOtherCalls(app: App, quota: Quota): void {
  const throttle = throttleByAddress(quota);
  app.addHook('onRequest', async (request, reply) =>
    request.routeOptions.config?.isOfTable ? undefined : throttle(request, reply),
  );
}

/**
 * Sends refusals to an address that goes on in spite of many of them a second late. A loop of refused calls would
 * otherwise keep the process as busy as answers would.
 */
export function slowRefusals(app: App, quota: Quota): void {
  const refusals = createThrottle(quota);
  app.addHook('onSend', async (request, reply) => {
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
    if (isRefused && !(await refusals.tryTake(addressKey(request.ip)))) await sleep(1_000);
  });
}

/** Maximum number of remembered keys; the least recently used is dropped first. */
const mostKeys = 50_000;

/** Remembers keys that were right before, up to `most`, in this process. */
export function createKnownKeys(most = mostKeys): { has(key: string): boolean; add(key: string): void } {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      const oldest = keys.keys().next().value;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}
