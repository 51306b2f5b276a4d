import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { FastifyServerFactory, RawServerDefault } from 'fastify';

/** Listens for HTTPS with this certificate: a market's own machine has no proxy in front. */
export function httpsServer(files: {
  certFile: string;
  keyFile: string;
}): FastifyServerFactory<RawServerDefault> {
  const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  // An https server has all of an http server's methods; their types do not say so.
  return (handler) => createServer(pair, handler) as unknown as RawServerDefault;
}
