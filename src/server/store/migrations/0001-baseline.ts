import { readFileSync } from 'node:fs';
import { checksumsBeforeBaseline } from './before-baseline.ts';

/** The whole schema of release 0.2.0. Its text is SQL in a file of its own, which the build puts into the bundle (vite.server.config.ts). */
export const baseline = {
  id: '0001-baseline',
  sql: readFileSync(new URL('0001-baseline.sql', import.meta.url), 'utf8'),
  replaces: { release: '0.2.0', checksums: checksumsBeforeBaseline },
};
