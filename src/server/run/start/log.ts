import { hostname } from 'node:os';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/**
 * Returns the options of structured logs without secrets: no bodies, no tokens, no voucher links. A voucher's uuid in a path is its key, so the log
 * has the route's pattern and never the path.
 */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: { process: `${hostname()}:${process.pid}` },
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

/** pino's level number of `warn`. */
const warnLevel = 40;

/** Calls `onLine` for each line of level warn and above. */
export function createLog(
  level: string,
  onLine: (level: string) => void,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const hooks: LoggerOptions['hooks'] = {
    logMethod(line, method, number) {
      const label = pino.levels.labels[number];
      if (label !== undefined && number >= warnLevel) onLine(label);
      method.apply(this, line);
    },
  };
  return pino({ ...logOptions(level), hooks }, destination);
}
