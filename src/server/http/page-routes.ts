import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { fixedOffsetOf } from '#src/domain/time/market-clock.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './replies.ts';

/** Returns the voucher of a link, to be sent with its page, or null. */
export type VoucherInPage = (request: FastifyRequest) => Promise<VoucherView | null>;

/** Names that a monitor may ask for outside the API: answered with a page, they would look healthy forever. */
const neverAPage = /^\/(?:api|health|ready|metrics)(?:\/|$)/;

/**
 * Serves the built client. Hashed assets are immutable; everything else is revalidated. A page address
 * returns the app, an unknown address of the API or of a monitor our JSON, and a missing asset 404, never the
 * page.
 */
export async function pageRoutes(
  app: App,
  clientDir: string,
  voucherOf: VoucherInPage,
  { timeZone, demo }: { timeZone: string; demo: string },
): Promise<void> {
  const page = existsSync(join(clientDir, 'index.html'))
    ? withFacts(readFileSync(join(clientDir, 'index.html'), 'utf8'), {
        'currency-symbol': app.currencySymbol,
        'time-zone': timeZone,
        demo,
        'utc-offset': String(fixedOffsetOf(timeZone, 2020, new Date().getUTCFullYear() + 10) ?? ''),
      })
    : null;
  if (page !== null)
    await app.register(fastifyStatic, {
      root: clientDir,
      index: false,
      // The build's manifest is in a hidden folder, because only this server reads it.
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const isHashed = path.includes(`${clientDir}/assets/`);
        response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  const links = firstFileLinks(clientDir);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !neverAPage.test(path) &&
      !/\.\w+$/.test(path);
    if (!wantsPage || page === null) return replyRefusal(reply, 'ROUTE_NOT_FOUND');
    // A voucher's link is its key, so search engines must not index it.
    if (path !== '/code-qr') return sendPage(reply, withLinks(page, links.get(path)));
    reply.header('x-robots-tag', 'noindex');
    const voucher = await voucherOf(request);
    if (!voucher) return sendPage(reply, withLinks(page, links.get(path)));
    return sendPage(reply, withVoucher(withLinks(page, links.get(path)), voucher), 'no-store');
  });
  if (page !== null) {
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, page));
    app.get('/index.html', { schema: { hide: true } }, (_request, reply) => sendPage(reply, page));
  }
}

function sendPage(reply: FastifyReply, page: string, caching = 'no-cache'): FastifyReply {
  return reply
    .code(200)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', caching)
    .send(page);
}

/** The result of the page's first query, as inert data. */
function withVoucher(html: string, voucher: VoucherView): string {
  const json = JSON.stringify(voucher).replaceAll('<', '\\u003c');
  return html.replace(
    '<body>',
    () => `<body><script type="application/json" id="voucher-in-page">${json}</script>`,
  );
}

function withLinks(html: string, links: string | undefined): string {
  return links ? html.replace('</head>', `${links}</head>`) : html;
}

/** Adds the facts that the client needs before its first request to the page's head. */
function withFacts(html: string, facts: Record<string, string>): string {
  return Object.entries(facts).reduce((page, [name, value]) => {
    const escaped = value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    return page.replace(
      new RegExp(`<meta name="${name}" content="[^"]*"`),
      () => `<meta name="${name}" content="${escaped}"`,
    );
  }, html);
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);

/** The file of each module of the client, which the manifest names only for the entries of separate files. */
const filesSchema = z.record(z.string(), z.string());

/** The screens that people open first, and the client modules that each needs. */
const firstScreens: Record<string, readonly string[]> = {
  '/login': ['src/client/router.tsx', 'src/client/screens/login/login-screen.tsx'],
  '/code-qr': ['src/client/screens/purchase/purchase-screen.tsx'],
  '/dashboard/home': ['src/client/router.tsx', 'src/client/screens/home/stall-home.tsx'],
};

/**
 * Returns link elements by path, for the files that a first screen will request. With them in the page, a
 * slow line does not wait for one script to request the next. Empty if the build has no manifest.
 */
export function firstFileLinks(clientDir: string): Map<string, string> {
  const manifestPath = join(clientDir, '.vite/manifest.json');
  const filesPath = join(clientDir, '.vite/modules.json');
  if (!existsSync(manifestPath) || !existsSync(filesPath)) return new Map();
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestPath, 'utf8')));
  const fileOf = filesSchema.parse(JSON.parse(readFileSync(filesPath, 'utf8')));
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  return new Map(
    Object.entries(firstScreens).map(([route, modules]) => [
      route,
      linksFor(
        manifest,
        modules.flatMap((module) => keyOf.get(fileOf[module] ?? '') ?? []),
      ),
    ]),
  );
}

function linksFor(manifest: z.infer<typeof manifestSchema>, keys: readonly string[]): string {
  const links: string[] = [];
  const entries = Object.entries(manifest).filter(([, { isEntry }]) => isEntry);
  // The page itself names the entry and its imports: a second link to a style sheet is a second request.
  const seen = new Set(entries.flatMap(([name, { imports }]) => [name, ...imports]));
  const visit = (name: string): void => {
    const part = manifest[name];
    if (!part || seen.has(name)) return;
    seen.add(name);
    links.push(`<link rel="modulepreload" href="/${part.file}" />`);
    for (const sheet of part.css) links.push(`<link rel="stylesheet" href="/${sheet}" />`);
    for (const next of part.imports) visit(next);
  };
  for (const key of keys) visit(key);
  return links.join('');
}
