import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { takeManual } from './manual.ts';
import { takeMarketFloor } from './market-floor.ts';
import { takeOffice } from './office.ts';
import { takePrintedPaper } from './printed-paper.ts';
import { openStudio } from './studio.ts';

/**
 * `npm run pictures`: the pictures of the README, of the manifest and of the manual, from the running demo. `-- manual` takes only
 * those of the manual.
 */
const parts = {
  floor: takeMarketFloor,
  paper: takePrintedPaper,
  office: takeOffice,
  manual: takeManual,
};
const chosen = process.argv.slice(2);
await buildIfStale();
const studio = await openStudio();
try {
  for (const [name, take] of Object.entries(parts))
    if (chosen.length === 0 || chosen.includes(name)) await take(studio);
} finally {
  await studio.close();
}
