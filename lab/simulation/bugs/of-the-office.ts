import { toAmount } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import type { Leg } from '#src/server/ledger/transfer.ts';
import { withoutStatement } from './changed-database.ts';
import { changedLegs, onMarket } from './changed-store.ts';
import type { PlantedBug, Plants } from './plants.ts';

/** Changes the cash returned for a voided top-up; each market still sums to 0. */
function wrongWayBack(change: (leg: Leg) => Leg[]): NonNullable<Plants['store']> {
  return changedLegs((movement) =>
    movement.kind === 'top-up-void' ? { ...movement, legs: movement.legs.flatMap(change) } : movement,
  );
}

/** The published keys with a false entry. */
function changedKeys(change: (keys: KeySet) => KeySet): Plants {
  return {
    serverPort: (port) => ({
      ...port,
      readKeys: async () => {
        const outcome = await port.readKeys();
        return outcome.kind === 'ok' ? { ...outcome, data: change(outcome.data) } : outcome;
      },
    }),
  };
}

function laterCertificates(byMs: number): Plants {
  return changedKeys((keys) => ({
    ...keys,
    kiosks: keys.kiosks.map((kiosk) => ({
      ...kiosk,
      notAfter: new Date(Date.parse(kiosk.notAfter) + byMs).toISOString(),
    })),
  }));
}

const dayMs = 86_400_000;

/** Bugs in points, debts between markets, closed days, and expiries of vouchers and certificates. */
export const bugsOfTheOffice: readonly PlantedBug[] = [
  {
    name: 'cash given to a till is not in what should be there',
    plants: {
      store: changedLegs((movement) =>
        movement.kind === 'till-float'
          ? {
              ...movement,
              legs: movement.legs.map((leg) =>
                leg.account.kind === 'cash' ? onMarket('cash-difference', leg) : leg,
              ),
            }
          : movement,
      ),
    },
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
  {
    name: 'the server takes a voucher that has ended',
    plants: {
      store: (store, ledger) => {
        ledger.outliveMs = dayMs;
        return store;
      },
    },
  },
  {
    name: 'a paper ends a day after its voucher',
    plants: changedKeys((keys) => ({ ...keys, days: keys.days === 0 ? 0 : keys.days + 1 })),
  },
  {
    name: 'a tablet lets vouchers end at midnight in Greenwich',
    plants: changedKeys((keys) => ({ ...keys, dayStartMs: 0 })),
  },
  { name: 'a certificate is good for a month', plants: { focus: 'ends', ...laterCertificates(30 * dayMs) } },
  { name: 'a certificate ends an hour early', plants: { focus: 'ends', ...laterCertificates(-3_600_000) } },
];
