import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod/mini';
import { addressKey } from './address.ts';
import { createFailureThrottle, createKnownKeys, type Outcome, type Try } from './failure-throttle.ts';
import { replyTooMany, type Quotas } from './throttle.ts';

const fromDeviceSchema = z.object({ deviceId: z.string() });

export type DeviceThrottle = {
  before(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  after(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

/**
 * Counts calls that a device signs: by device once its signature was good, and the others by address. A device that has
 * proved itself from an address is not kept out by what strangers do there. `after` runs before the answer leaves.
 */
export function throttleDevices(quotas: Quotas): DeviceThrottle {
  const proven = new RateLimiterMemory({
    points: quotas.deviceCall.points,
    duration: quotas.deviceCall.seconds,
  });
  const strangers = createFailureThrottle(quotas.deviceStranger);
  const known = createKnownKeys();
  const underWay = new WeakMap<FastifyRequest, { deviceId: string; pair: string; begun: Try }>();
  return {
    before: async (request, reply) => {
      const { deviceId } = fromDeviceSchema.parse(request.body);
      const address = addressKey(request.ip);
      const used = await proven.get(deviceId);
      if (used && used.consumedPoints >= quotas.deviceCall.points)
        return replyTooMany(reply, used.msBeforeNext);
      const pair = `${deviceId} ${address}`;
      const begun: Try = known.has(pair) ? { waitMs: 0, end: () => undefined } : strangers.begin(address);
      if (!('end' in begun)) return replyTooMany(reply, begun.waitMs);
      underWay.set(request, { deviceId, pair, begun });
      return undefined;
    },
    after: async (request, reply) => {
      const call = underWay.get(request);
      if (!call || !('end' in call.begun)) return;
      underWay.delete(request);
      const outcome = outcomeOf(reply.statusCode);
      // What one device has proved does not take back the tries of others behind its address.
      call.begun.end(outcome === 'right' ? 'not-judged' : outcome);
      if (outcome !== 'right') return;
      known.add(call.pair);
      await proven.penalty(call.deviceId);
    },
  };
}

/** 401 is an unknown device or a wrong signature; what the server itself failed at says nothing. */
function outcomeOf(status: number): Outcome {
  if (status === 401) return 'wrong';
  return status >= 500 ? 'not-judged' : 'right';
}
