import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarket, type Market } from '#tests/support/market/open-market.ts';
import { rounds } from '#tests/support/rounds.ts';
import { openRestorableDatabase } from '#tests/support/server/restorable-database.ts';
import { Books } from './ways-in/books.ts';
import { linesOf } from './ways-in/decisions.ts';
import { LedgerPlace, type TopUp } from './ways-in/ledger-place.ts';
import { judgeRestored } from './ways-in/redelivery.ts';
import { day } from './ways-in/steps.ts';
import { World } from './ways-in/world.ts';

/**
 * `npm run campaign` plays more days, with a new seed. `WAYS_IN_SEED` and `WAYS_IN_PATH`, printed by a
 * failure, repeat one.
 */
const { WAYS_IN_DAYS, WAYS_IN_SEED, WAYS_IN_PATH } = process.env;
const days = Number(WAYS_IN_DAYS ?? rounds(4, 10));
const seed = Number(WAYS_IN_SEED ?? 20_261_127);

/**
 * Operations of every kind arrive by every way, each with one field changed to a foreign, older, larger or
 * repeated value; managers decide them; and after a restore all arrive once more. The
 * movements are compared with books that share no rule with the server. Money moves only as a call of the
 * same person could move it, and the extractable amount never exceeds the cash brought and the losses that
 * persons took over.
 */
describe('every way into the ledger moves no more money than a call', () => {
  let place: Market;
  let here: LedgerPlace;
  let foreign: TopUp;
  beforeAll(async () => {
    const database = await openRestorableDatabase();
    place = await openMarket({}, database);
    here = new LedgerPlace(place, database);
    foreign = await here.topUp(30_000, 'other RECARGA');
  });
  afterAll(() => place.stop());

  it(
    'whatever is changed in it, whoever decides about it, and after a restore',
    async () => {
      await fc.assert(
        fc.asyncProperty(day, async ({ steps, copyAt, redelivery }) => {
          const earlier = new Set((await linesOf(here)).map(({ _id }) => _id));
          const books = new Books(foreign, place.market.ids['ESTANTE']);
          const devices = [
            await place.stallDevice(),
            await place.stallDevice(),
            await place.kiosk(),
          ] as const;
          const world = new World(here, books, devices, earlier);
          books.topUps.push(await here.topUp(40_000));
          for (const one of steps.slice(0, copyAt)) await world.run(one);
          await here.database.copy();
          const [copied, ofCopy] = [await here.money(), books.copy()];
          world.memory.forget();
          for (const one of steps.slice(copyAt)) await world.run(one);
          await here.database.putBack();
          await judgeRestored(here, { ofCopy, lost: books }, world.memory, redelivery, copied);
          expect(await place.findings()).toEqual([]);
        }),
        { numRuns: days, seed, ...(WAYS_IN_PATH ? { path: WAYS_IN_PATH } : {}) },
      );
    },
    60_000 + days * 24_000,
  );
});
