import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { takeMarketFloor } from './market-floor.ts';
import { takeOffice } from './office.ts';
import { openStudio } from './studio.ts';

/** `npm run pictures`: the pictures of the README and of the manifest, from the running demo. */
await buildIfStale();
const studio = await openStudio();
try {
  await takeMarketFloor(studio);
  await takeOffice(studio);
} finally {
  await studio.close();
}
