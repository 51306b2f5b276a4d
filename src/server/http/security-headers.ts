import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * Returns the headers that protect every answer. They never differ between two calls, so helmet joins them
 * once: doing so for each answer took a fortieth of a purchase.
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(helmetOptions(publicUrl))(request, response, (error) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(headers), 'permissions-policy': permissionsPolicy };
}

/**
 * wasm-unsafe-eval: the QR decoder is WebAssembly. unsafe-inline styles: the printing frame and toasts write style
 * elements. No upgrade of insecure requests: on a market's own network the server may speak plain http.
 */
function helmetOptions(publicUrl: string): HelmetOptions {
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

/** The app scans codes and needs no other device permission. */
const permissionsPolicy = [
  ...['camera', 'serial', 'usb'].map((feature) => `${feature}=(self)`),
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');
