import { changedRows } from '#lab/simulation/bugs/changed-database.ts';
import { changedLegs } from '#lab/simulation/bugs/changed-store.ts';
import type { PlantedBug } from '#lab/simulation/bugs/plants.ts';
import { marketLeg } from '#src/server/ledger/legs.ts';

/** Bugs in the import of a notebook's opening balances. */
export const notebookBugs: readonly PlantedBug[] = [
  {
    name: "an opening balance is nobody's to stand for",
    plants: {
      store: changedLegs((movement) =>
        movement.kind === 'opening'
          ? {
              ...movement,
              legs: movement.legs.map((leg) =>
                leg.account.kind === 'opening'
                  ? marketLeg('breakage', leg.account.marketId, leg.amount)
                  : leg,
              ),
            }
          : movement,
      ),
    },
  },
  {
    name: 'the same notebook brings its opening balances twice',
    plants: {
      database: changedRows('standing-openings', (rows) => rows.map((row) => ({ ...row, people: [] }))),
    },
  },
];
