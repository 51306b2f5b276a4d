import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { FastifyServerFactory } from 'fastify';

/** Listens for HTTPS with this certificate: a market's own machine has no proxy in front. */
export function httpsServer(files: { certFile: string; keyFile: string }): FastifyServerFactory {
  const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  return (handler) => createServer(pair, handler);
}
