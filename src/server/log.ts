import { pino, type Logger, type LoggerOptions } from 'pino';

/**
 * Structured logs without secrets: no bodies, no tokens, no voucher links. A voucher's uuid in a path is its key, so the
 * path is logged by its route's pattern, never as it came.
 */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request: { method: string; ip: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'unknown',
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  };
}

export function createLog(level: string): Logger {
  return pino(logOptions(level));
}
