import { ledgerLegs, summed } from '#lab/simulation/memory/office.ts';
import { toAmount } from '#src/contract/brands.ts';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import { marketLeg, type Leg } from '#src/server/ledger/legs.ts';
import { changedRows, changedValues, withoutStatement } from './changed-database.ts';
import { changedLegs } from './changed-store.ts';
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
    name: 'what is given back stays on its code',
    plants: {
      store: changedLegs((movement) =>
        movement.kind === 'refund'
          ? {
              ...movement,
              legs: movement.legs.map((leg) =>
                leg.account.kind === 'voucher'
                  ? marketLeg('breakage', leg.account.marketId, leg.amount)
                  : leg,
              ),
            }
          : movement,
      ),
      database: withoutStatement('close-voucher'),
    },
  },
  {
    name: 'a person is given back more than the cap',
    plants: {
      database: changedRows('refund-rules', (rows) => rows.map((row) => ({ ...row, cap: 9_000_000 }))),
    },
  },
  {
    name: 'cash given to a till is not in what should be there',
    plants: {
      store: changedLegs((movement) =>
        movement.kind === 'till-float'
          ? {
              ...movement,
              legs: movement.legs.map((leg) =>
                leg.account.kind === 'cash'
                  ? marketLeg('cash-difference', leg.account.marketId, leg.amount)
                  : leg,
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
        const { marketId } = leg.account;
        return [
          { ...leg, amount: toAmount(leg.amount * 2) },
          marketLeg('treasury', marketId, 0 - leg.amount),
        ];
      }),
    },
  },
  {
    name: 'an undone top-up leaves its cash in the till',
    plants: {
      store: wrongWayBack((leg) =>
        leg.account.kind === 'cash' ? [marketLeg('treasury', leg.account.marketId, leg.amount)] : [leg],
      ),
    },
  },
  {
    name: 'the paper of an undone top-up is still good',
    plants: {
      store: wrongWayBack((leg) =>
        leg.account.kind === 'voucher' ? [marketLeg('breakage', leg.account.marketId, leg.amount)] : [leg],
      ),
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
    name: 'points that were spent are there again',
    plants: {
      database: changedRows('points-of-customer', (rows, { values = [] }, ledger) =>
        rows.map(({ points }) => ({
          points: [...ledger.points.values()]
            .filter(({ customerId, marketId }) => customerId === values[0] && marketId === values[1])
            .reduce((sum, entry) => sum - Math.min(0, entry.points), Number(points)),
        })),
      ),
    },
  },
  {
    name: 'points of a sale are redeemed on its day',
    plants: {
      database: changedRows('points-of-customer', (_rows, { values = [] }, ledger) => [
        {
          points: [...ledger.points.values()]
            .filter(({ customerId, marketId }) => customerId === values[0] && marketId === values[1])
            .reduce((sum, { points }) => sum + points, 0),
        },
      ]),
    },
  },
  {
    name: 'a void leaves the points of its sale',
    plants: {
      database: changedRows('purchase-to-void', (rows) => rows.map((row) => ({ ...row, points: 0 }))),
    },
  },
  {
    name: 'a reward takes no points',
    plants: { database: withoutStatement('insert-points') },
  },
  {
    name: 'a market is paid what it was paid before',
    plants: {
      database: changedRows('ledger-sums', (rows) =>
        rows.map((row) => ({
          ...row,
          sums: (row['sums'] as { movement: string }[]).filter(({ movement }) => movement !== 'clearing'),
        })),
      ),
    },
  },
  {
    name: 'a payment between markets goes the wrong way round',
    plants: {
      store: changedLegs((movement) =>
        movement.kind === 'clearing'
          ? {
              ...movement,
              legs: movement.legs.map((leg) => ({ ...leg, amount: toAmount(0 - leg.amount) })),
            }
          : movement,
      ),
    },
  },
  {
    name: 'a closed day shows the figures of now',
    plants: { database: changedRows('closed-day', () => []) },
  },
  {
    name: 'what comes after the close of a day is not said',
    plants: {
      database: changedRows('ledger-days', (rows, { values: [market, zone, from, to] = [] }, ledger) => {
        const closed = ledger.closedDays.get(`${String(market)} ${String(from)}`);
        if (!closed) return rows;
        const legs = ledgerLegs(ledger, String(zone), closed.recorded_at.getTime());
        const own = legs.filter(
          (leg) => leg.market === market && leg.day >= String(from) && leg.day <= String(to),
        );
        return rows.map((row) => ({ ...row, sums: summed(own) }));
      }),
    },
  },
  {
    name: 'the days of a market are those of Greenwich',
    plants: {
      database: changedValues(['ledger-sums', 'ledger-days'], ([market, , ...rest]) => [
        market,
        'UTC',
        ...rest,
      ]),
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
