import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);

/** The screens that people open first, and the part of the client that each needs. */
const firstScreens: Record<string, string> = {
  '/login': 'src/client/screens/login/login-screen.tsx',
  '/code-qr': 'src/client/screens/purchase/purchase-screen.tsx',
};

/**
 * Link elements by path: the files that a first screen is going to ask for, named in the page itself, so that a slow line
 * does not wait for one script to learn of the next. Empty when the build has no manifest.
 */
export function firstFileLinks(clientDir: string): Map<string, string> {
  const path = join(clientDir, '.vite/manifest.json');
  if (!existsSync(path)) return new Map();
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return new Map(Object.entries(firstScreens).map(([route, key]) => [route, linksFor(manifest, key)]));
}

function linksFor(manifest: z.infer<typeof manifestSchema>, key: string): string {
  const links: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const part = manifest[name];
    if (!part || part.isEntry || seen.has(name)) return;
    seen.add(name);
    links.push(`<link rel="modulepreload" href="/${part.file}" />`);
    for (const sheet of part.css) links.push(`<link rel="stylesheet" href="/${sheet}" />`);
    for (const next of part.imports) visit(next);
  };
  visit(key);
  return links.join('');
}
