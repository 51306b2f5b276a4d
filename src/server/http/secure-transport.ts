import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyServerFactory } from 'fastify';
import { boundConnections, type ConnectionQuota } from './connections.ts';

/**
 * wasm-unsafe-eval: the QR decoder is WebAssembly. unsafe-inline styles: the printing frame and toasts write style
 * elements. No upgrade of insecure requests: on a market's own network the server may speak plain http.
 */
export function securityHeaders(publicUrl: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The voucher's link is its key: it never travels as a referrer.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
  };
}

/** Codes are scanned; nothing else of the device is asked for. */
export const permissionsPolicy = [
  'camera=(self)',
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

/** Listens for HTTPS with this certificate: a market's own machine has no proxy in front. */
export function httpsServer(
  files: { certFile: string; keyFile: string },
  connectionsCheckingInterval: number,
): FastifyServerFactory {
  const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  return (handler) => createServer({ ...pair, connectionsCheckingInterval }, handler);
}

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
  headersMs: 10_000,
  silenceMs: 120_000,
  checkMs: 5_000,
};

/** For http and https alike: Fastify leaves the limits of a server that it did not make as they are. */
export function limitConnections(server: Server, limits: ConnectionLimits, quota: ConnectionQuota): void {
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = Math.min(limits.headersMs, limits.requestMs);
  server.setTimeout(limits.silenceMs);
  boundConnections(server, quota);
}
