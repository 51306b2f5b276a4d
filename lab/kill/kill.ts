import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { people } from '#tests/e2e/market-people.ts';
import { devices, openDevice, signIn } from '#tests/e2e/open-device.ts';
import { enrol } from '#tests/e2e/stall-without-link.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { lostSince } from './journal-check.ts';
import { openMarket, startCampaign, type Moment } from './kill-campaign.ts';
import { disagreements } from './server-check.ts';
import { raceTwoTabs } from './two-tabs.ts';

/*
 * A long campaign against real Chromium, outside the tests:
 *
 *   npm run kill -- --rounds 100 --races 50 --seed 7
 *
 * Each round kills the whole browser (SIGKILL to its process group) while it sells or sends, opens it again offline on
 * the same profile, and compares its data with its earlier reports. Only a process dies and not the computer: the
 * operating system still writes its buffers. Ends with 1 when anything was lost or doubled.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    races: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const moments: readonly Moment[] = [
  'selling',
  'selling',
  'request-on-its-way',
  'answer-on-its-way',
  'applying',
];

await buildIfStale();
const found = [...(await kill(Number(values.rounds))), ...(await race(Number(values.races)))];
for (const line of found) console.log(line);
console.log(found.length === 0 ? 'nothing lost, nothing twice' : `${found.length} findings`);
process.exitCode = found.length === 0 ? 0 : 1;

async function kill(rounds: number): Promise<string[]> {
  if (rounds === 0) return [];
  const campaign = await startCampaign();
  const lost: string[] = [];
  let seed = Number(values.seed);
  let abandoned = 0;
  try {
    for (let round = 0; round - abandoned < rounds; round++) {
      seed = (seed * 48_271 + 11) % 2_147_483_647;
      const moment = moments[round % moments.length] ?? 'selling';
      try {
        lost.push(...(await campaign.round(moment, seed % (moment === 'selling' ? 300 : 60))));
      } catch (error) {
        abandoned += 1;
        console.log(`round ${round}, ${moment}, came to nothing: ${String(error)}`);
        if (abandoned > rounds / 10) throw error;
        await campaign.abandon();
      }
      if ((round + 1) % 20 === 0) console.log(`${round + 1} rounds, ${lost.length} findings`);
    }
    lost.push(...(await campaign.finish()));
  } finally {
    await campaign.stop();
  }
  const { states, accepted, screens } = campaign.witness;
  console.log(
    `${rounds} kills (${abandoned} more came to nothing): ${states.size} operations told by the database, ${accepted.size} accepted, ${screens.length} screens`,
  );
  // A witness without any input would find nothing either.
  const isDeaf = states.size === 0 || accepted.size === 0 || screens.length === 0;
  return isDeaf ? [...lost, 'the witness heard nothing'] : lost;
}

async function race(races: number): Promise<string[]> {
  if (races === 0) return [];
  const [{ market, codes }, browser] = await Promise.all([openMarket(), launchChromium()]);
  try {
    const device = await openDevice(browser, market, devices.tablet);
    await enrol(device.page, 'Dos pestañas', people.stall);
    const other = await device.context.newPage();
    await signIn(other, people.stall);
    await raceTwoTabs(device.context, [device.page, other], codes, races);
    console.log(`${races} races of two tabs`);
    const nobody = { states: new Map<OpId, string>(), accepted: new Set<OpId>(), screens: [] };
    return [...(await lostSince(device.page, nobody)), ...(await disagreements(market, device.page))];
  } finally {
    await browser.close();
    await market.stop();
  }
}
