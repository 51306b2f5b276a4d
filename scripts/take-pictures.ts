import { buildIfStale } from './build-if-stale.ts';
import { takeMarketFloor } from './pictures/market-floor.ts';
import { takeOffice } from './pictures/office.ts';
import { openStudio } from './pictures/studio.ts';

/** `npx tsx scripts/take-pictures.ts`: the pictures of the README and of the manifest, from the demo as it runs. */
await buildIfStale();
const studio = await openStudio();
try {
  await takeMarketFloor(studio);
  await takeOffice(studio);
} finally {
  await studio.close();
}
