import type { Server } from 'node:http';

/** What one caller may hold of the server without asking anything of it. */
export type ConnectionLimits = {
  /** for a whole request to arrive: a hundred operations over a slow line take the most */
  requestMs: number;
  headersMs: number;
  /** without a byte in either direction; a live stream beats more often */
  silenceMs: number;
  /** how often Node looks for requests that take too long */
  checkMs: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  requestMs: 60_000,
  headersMs: 15_000,
  silenceMs: 120_000,
  checkMs: 5_000,
};

/** For http and https alike: Fastify leaves the limits of a server that it did not make as they are. */
export function limitConnections(server: Server, limits: ConnectionLimits, most: number): void {
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = Math.min(limits.headersMs, limits.requestMs);
  server.setTimeout(limits.silenceMs);
  server.maxConnections = most;
}
