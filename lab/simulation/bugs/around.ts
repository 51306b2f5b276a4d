import type { Leg } from '#src/operations/transfer.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { changedRows, withoutStatement } from './changed-database.ts';
import { changedLegs, changedStore, onMarket } from './changed-store.ts';
import type { PlantedBug, Plants } from './plants.ts';

/** Changes the cash returned for a voided top-up; each market still sums to 0. */
function wrongWayBack(change: (leg: Leg) => Leg[]): NonNullable<Plants['store']> {
  return changedLegs((movement) =>
    movement.kind === 'top-up-void' ? { ...movement, legs: movement.legs.flatMap(change) } : movement,
  );
}

/** Bugs around devices: the server's clocks, lists, sessions and voids. */
export const bugsAround: readonly PlantedBug[] = [
  {
    name: 'what is recorded has the time of its own process',
    plants: { usesOwnClock: true },
  },
  {
    name: 'the list of changes misses a commit',
    plants: { database: changedRows('snapshot-changes', (rows) => rows.slice(1)) },
  },
  {
    name: 'a list of changes holds the own vouchers alone',
    plants: {
      database: changedRows('snapshot-changes', (rows, { values = [] }, { vouchers }) =>
        rows.filter(({ id }) => vouchers.get(String(id))?.marketId === values[1]),
      ),
    },
  },
  {
    name: 'a list of changes begins where the newest transaction ended',
    plants: {
      store: changedStore((_tx, ledger) => ({ readListPosition: async () => ledger.position })),
    },
  },
  {
    name: 'somebody who is suspended goes on',
    plants: {
      store: changedStore((tx) => ({
        readOperators: async (deviceId) =>
          (await tx.readOperators(deviceId)).map((person) => ({ ...person, isSuspended: false })),
      })),
    },
  },
  {
    name: 'what a kiosk makes alone is not counted since somebody was signed in',
    plants: { store: changedStore(() => ({ takeUnsigned: async () => true })) },
  },
  {
    name: 'each contact of a kiosk begins its sum anew',
    plants: {
      store: changedStore((tx) => ({
        takeUnsigned: async (deviceId, amount, most) => {
          await tx.noteSignedIn(deviceId, '');
          return tx.takeUnsigned(deviceId, amount, most);
        },
      })),
    },
  },
  {
    name: 'a void gives the voucher nothing back',
    plants: {
      store: changedLegs((movement) =>
        movement.kind === 'void'
          ? { ...movement, legs: movement.legs.filter(({ account }) => account.kind !== 'voucher') }
          : movement,
      ),
    },
  },
  {
    name: 'a line for a person is never written down',
    plants: { store: changedStore(() => ({ insertConflict: async () => undefined })) },
  },
  {
    name: 'the till pays twice for an undone top-up',
    plants: {
      store: wrongWayBack((leg) => {
        if (leg.account.kind !== 'cash') return [leg];
        const [twice, lost] = [toAmount(leg.amount * 2), toAmount(0 - leg.amount)];
        return [{ ...leg, amount: twice }, onMarket('treasury', { ...leg, amount: lost })];
      }),
    },
  },
  {
    name: 'an undone top-up leaves its cash in the till',
    plants: {
      store: wrongWayBack((leg) => (leg.account.kind === 'cash' ? [onMarket('treasury', leg)] : [leg])),
    },
  },
  {
    name: 'the paper of an undone top-up is still good',
    plants: {
      store: wrongWayBack((leg) => (leg.account.kind === 'voucher' ? [onMarket('breakage', leg)] : [leg])),
      database: withoutStatement('close-voucher'),
    },
  },
  {
    name: 'a top-up undone on its kiosk is told to nobody',
    plants: {
      writesRow: (table, row) =>
        table === 'envelopes' && (row as { kind?: string }).kind === 'top-up-void' ? null : row,
    },
  },
];
