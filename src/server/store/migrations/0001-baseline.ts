import { readFileSync } from 'node:fs';
import { checksumsBeforeBaseline } from './before-baseline.ts';

/** The whole schema of release 0.2.0. Its SQL is in a separate file, which the build bundles (vite.server.config.ts). */
export const baseline = {
  id: '0001-baseline',
  sql: readFileSync(new URL('0001-baseline.sql', import.meta.url), 'utf8'),
  replaces: { release: '0.2.0', checksums: checksumsBeforeBaseline },
};
