import { buildIfStale } from './bundle/build-if-stale.ts';
import { endWithNpm } from './end-with-npm.ts';

/**
 * `npm start`: the real installation, empty and persistent. Builds when there is no build or the sources are
 * newer.
 */
endWithNpm();
await buildIfStale();
await import(new URL('../dist/server/main.js', import.meta.url).href);
