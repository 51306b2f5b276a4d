import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod/mini';
import { addressKey } from './address.ts';
import { replyRefusal } from './replies.ts';
import { createThrottle, replyTooMany, type Quota, type Quotas, createKnownKeys } from './throttle.ts';

const fromDeviceSchema = z.object({ deviceId: z.string() });

/**
 * Bytes that an address may send before a device has proved itself there: about twenty operations. A device
 * halves its batch until it fits.
 */
const strangerBytes = 64 * 1024;
/** Wait of a refused stranger: the calls under way that fill the quota of its address may be right. */
const strangerWaitMs = 5_000;

/**
 * Counts calls that a device signs: by device once its signature was valid, and otherwise by address. A
 * device that has proved itself at an address is not locked out by strangers there: wrong calls in its name
 * only limit the size of its calls for a while. `after` runs before the answer is sent.
 */
export function throttleDevices(quotas: Quotas) {
  const limiterOf = ({ points, seconds }: Quota) => new RateLimiterMemory({ points, duration: seconds });
  const proven = limiterOf(quotas.deviceCall);
  const strangers = createThrottle(quotas.deviceStranger);
  const known = createKnownKeys();
  const knownAddresses = createKnownKeys();
  // Wrong signatures in the name of a device that is known at this address.
  const inItsName = limiterOf(quotas.deviceInItsName);
  const underWay = new WeakMap<FastifyRequest, { deviceId: string; pair: string; isKnown: boolean }>();
  return {
    /** Runs before the body is read and decides by its size alone. */
    size: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const address = addressKey(request.ip);
      const wrong = await inItsName.get(address);
      const isTrusted =
        knownAddresses.has(address) && (wrong?.consumedPoints ?? 0) < quotas.deviceInItsName.points;
      const bytes = Number(request.headers['content-length'] ?? NaN);
      if (isTrusted || bytes <= strangerBytes) return undefined;
      return replyRefusal(reply.header('connection', 'close'), 'BODY_TOO_LARGE');
    },
    before: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const { deviceId } = fromDeviceSchema.parse(request.body);
      const address = addressKey(request.ip);
      const used = await proven.get(deviceId);
      if (used && used.consumedPoints >= quotas.deviceCall.points)
        return replyTooMany(reply, used.msBeforeNext);
      const pair = `${deviceId} ${address}`;
      const isKnown = known.has(pair);
      if (!isKnown && !(await strangers.tryTake(address))) {
        // A refused call is not a wrong one: after a restart all tablets of an address come back at once.
        await strangers.giveBack(address);
        return replyTooMany(reply, strangerWaitMs);
      }
      underWay.set(request, { deviceId, pair, isKnown });
      return undefined;
    },
    after: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const call = underWay.get(request);
      if (!call) return;
      underWay.delete(request);
      const outcome = outcomeOf(reply.statusCode);
      const address = addressKey(request.ip);
      if (!call.isKnown && outcome !== 'wrong') await strangers.giveBack(address);
      if (outcome === 'wrong' && known.has(call.pair)) await inItsName.penalty(address);
      if (outcome !== 'right') return;
      known.add(call.pair);
      knownAddresses.add(address);
      await proven.penalty(call.deviceId);
    },
  };
}

/**
 * 401 means an unknown device or a wrong signature. A failure of the server itself counts for neither
 * outcome.
 */
function outcomeOf(status: number): 'right' | 'wrong' | 'not-judged' {
  if (status === 401) return 'wrong';
  return status >= 500 ? 'not-judged' : 'right';
}
