import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyServerFactory } from 'fastify';

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
