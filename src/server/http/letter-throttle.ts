import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { letterBytes } from '#src/contract/sync/letter.ts';
import { addressKey } from './address.ts';
import { replyTooMany, type Quota } from './throttle.ts';

/** Bytes that count as one point. */
const pointBytes = 64 * 1024;

/**
 * Counts letters of one address by their size before the body is read. A letter that a device has provably written is
 * not counted: many stalls may send theirs with one phone.
 */
export function throttleLetters({ points, seconds }: Quota) {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  const counted = new WeakMap<FastifyRequest, number>();
  return {
    before: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const bytes = Number(request.headers['content-length'] ?? letterBytes);
      const cost = Math.max(1, Math.ceil(Math.min(bytes, letterBytes) / pointBytes));
      try {
        await limiter.consume(addressKey(request.ip), cost);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return replyTooMany(reply.header('connection', 'close'), error.msBeforeNext);
      }
      counted.set(request, cost);
      return undefined;
    },
    after: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const cost = counted.get(request);
      if (cost === undefined) return;
      counted.delete(request);
      if (reply.statusCode === 200) await limiter.reward(addressKey(request.ip), cost);
    },
  };
}
