import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import { toAmount, type VoucherId } from '#src/protocol/brands.ts';
import { changedRows, withoutStatement } from './changed-database.ts';
import { changedLegs, changedOwner, changedStore } from './changed-store.ts';
import type { PlantedBug } from './plants.ts';

/** Bugs around devices: the server's clocks, lists, sessions, and staff actions. */
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
    name: 'a sale is voided as often as somebody asks',
    plants: {
      database: changedRows('void-of-purchase', () => []),
    },
  },
  {
    name: 'a void gives the voucher what it never gave',
    plants: {
      focus: 'losses that staff assign',
      store: changedLegs((movement, { purchases }) => {
        const closed = movement.legs.find(({ account }) => account.kind === 'overspend');
        const seller = movement.legs.find(({ account }) => account.kind === 'stall')?.account.ownerId;
        const sale = [...purchases.values()].find(
          ({ stallId, missing }) => stallId === seller && missing > 0,
        );
        if (movement.kind !== 'void' || !closed || !sale) return movement;
        const { marketId } = closed.account;
        const none = { account: { kind: 'voucher' as const, ownerId: sale.voucherId, marketId }, amount: 0 };
        const back = movement.legs.find(({ account }) => account.kind === 'voucher') ?? none;
        const others = movement.legs.filter((leg) => leg !== closed && leg !== back);
        const legs = [...others, { ...back, amount: toAmount(back.amount + closed.amount) }];
        return { ...movement, legs };
      }),
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
    name: 'a stall is paid what is held back',
    plants: { database: changedRows('stall-dues', (rows) => rows.map((row) => ({ ...row, withheld: 0 }))) },
  },
  {
    name: 'a stall is paid what it has been paid before',
    plants: {
      database: changedRows('stall-dues', (rows, { values = [] }, ledger) =>
        rows.map((row) => ({
          ...row,
          owed: [...ledger.purchases.values()]
            .filter(({ stallId }) => stallId === values[0])
            .reduce((sum, { amount }) => sum + amount, 0),
        })),
      ),
    },
  },
  {
    name: 'a payout is taken from another stall',
    plants: {
      store: changedLegs((movement, ledger) =>
        movement.kind === 'payout' ? changedOwner(movement, 'stall', [...ledger.stalls.keys()]) : movement,
      ),
    },
  },
  {
    name: 'a count leaves what was missing in the till',
    plants: {
      store: changedLegs((movement) => {
        const counted = movement.legs.find(({ account }) => account.kind === 'treasury');
        if (movement.kind !== 'cash-received' || !counted) return movement;
        const legs = movement.legs
          .filter(({ account }) => account.kind !== 'cash-difference')
          .map((leg) =>
            leg.account.kind === 'cash' ? { ...leg, amount: toAmount(0 - counted.amount) } : leg,
          );
        return { ...movement, legs };
      }),
    },
  },
  {
    name: 'a paper that was replaced stays alive',
    plants: { database: withoutStatement('block-voucher') },
  },
  {
    name: 'the new paper is good for its face and not for what was left',
    plants: {
      store: changedLegs((movement, ledger) => {
        if (movement.kind !== 'reissue') return movement;
        const owners = movement.legs.map(({ account }) => account.ownerId);
        const face = faceOf(ledger, owners);
        const legs = movement.legs.map((leg) => ({ ...leg, amount: toAmount(Math.sign(leg.amount) * face) }));
        return { ...movement, legs };
      }),
    },
  },
  {
    name: 'a line for a person is never written down',
    plants: { store: changedStore(() => ({ insertConflict: async () => undefined })) },
  },
];

/** Face amount of the replaced voucher, as far as it can be posted. */
function faceOf(ledger: MemoryLedger, [old]: readonly string[]): number {
  const voucher = ledger.vouchers.get(old as VoucherId);
  return voucher ? Math.max(1, voucher.balance - 1) : 1;
}
