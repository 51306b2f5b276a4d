import { readFileSync } from 'node:fs';

/** The whole schema of release 0.3.0. Its SQL is in a separate file, which the build bundles (vite.server.config.ts). */
export const baseline = {
  id: '0001-release-0.3.0',
  sql: readFileSync(new URL('0001-baseline.sql', import.meta.url), 'utf8'),
};
