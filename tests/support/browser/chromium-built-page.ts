import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Alias, build, loadConfigFromFile, preview } from 'vite';

export type BuiltPage = { readonly url: string; readonly folder: string; close: () => Promise<void> };

/** A page with only an element `root`. */
const root = 'tests/support/browser/page';

/**
 * Builds a page of the module `tested` with the product's aliases and targets, and serves it on this computer
 * (a secure context, in which the camera works). `bundleOwnDecoder` keeps html5-qrcode's own decoder, to be
 * measured.
 */
export async function serveBuiltPage(
  tested: string,
  { bundleOwnDecoder = false, withFonts = false }: { bundleOwnDecoder?: boolean; withFonts?: boolean } = {},
): Promise<BuiltPage> {
  const product = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts');
  if (!product) throw new Error('vite.config.ts was not found');
  const folder = mkdtempSync(join(tmpdir(), 'built-page-'));
  const alias = product.config.resolve?.alias;
  const { target } = product.config.build ?? {};
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    ...(withFonts && { publicDir: resolve('public') }),
    resolve: {
      alias: [
        { find: 'tested-page', replacement: resolve(tested) },
        ...(Array.isArray(alias) && !bundleOwnDecoder ? (alias as Alias[]) : []),
      ],
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      chunkSizeWarningLimit: 2000,
      ...(target === undefined ? {} : { target }),
    },
  });
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    root,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the page is not served');
  return {
    url,
    folder,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
