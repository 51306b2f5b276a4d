import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import type { LoadedTopUpVoid } from '#src/operations/top-up-void/post.ts';
import type { Leg } from '#src/operations/transfer.ts';
import { toAmount } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';
import { receiptBook, type Receipt } from '#src/server/ledger/receipts.ts';
import { changedLegs, changedOwner, changedStore } from './changed-store.ts';
import type { PlantedBug } from './plants.ts';

const plenty = 1_000_000_000;
const dayMs = 86_400_000;

/** Bugs that each omit one of the rules shared by every way in (docs/decisions/0073). */
export const bugsOfOneRule: readonly PlantedBug[] = [
  {
    name: 'a journal is believed whenever it says it was written (A2)',
    plants: {
      store: changedStore((tx) => ({
        readNotBefore: async (deviceId, operation) => {
          const at = await tx.readNotBefore(deviceId, operation);
          return new Date(at.getTime() - 40 * dayMs);
        },
      })),
    },
  },
  {
    name: 'a till undoes a top-up that was spent (A2)',
    plants: {
      store: changedStore((tx) => ({
        loadTopUpVoid: async (asked) => {
          const loaded = await tx.loadTopUpVoid(asked);
          return loaded && { ...loaded, facts: { ...loaded.facts, balance: loaded.facts.amount } };
        },
      })),
    },
  },
  {
    name: 'a till undoes the top-up of another point (L11)',
    plants: { store: changedStore(undoneByAnybody) },
  },
  {
    name: 'a paper belongs to the row it names, and not to the person (A-3)',
    plants: {
      store: changedStore((tx) => ({
        lockVoucher: async (id) => {
          const voucher = await tx.lockVoucher(id);
          return voucher && { ...voucher, personId: voucher.ownerId };
        },
      })),
    },
  },
  { name: 'a look-up is dated by the tablet that makes it (A-4)', plants: { datesLookUps: true } },
  {
    name: 'a receipt is found by its id alone (A4)',
    plants: {
      store: changedStore((_tx, ledger) => byIdAlone(ledger)),
    },
  },
  {
    name: 'a void is taken off another stall (11.7)',
    plants: {
      store: changedLegs((movement, ledger) =>
        movement.kind === 'void' ? changedOwner(movement, 'stall', [...ledger.stalls.keys()]) : movement,
      ),
    },
  },
  {
    name: 'what a void gives back is on another paper (A-1)',
    plants: {
      store: changedLegs((movement, ledger) =>
        movement.kind === 'void' ? changedOwner(movement, 'voucher', [...ledger.vouchers.keys()]) : movement,
      ),
    },
  },
  {
    name: 'an undone top-up empties another paper (A-1)',
    plants: {
      store: changedLegs((movement, ledger) =>
        movement.kind === 'top-up-void'
          ? changedOwner(movement, 'voucher', [...ledger.vouchers.keys()])
          : movement,
      ),
    },
  },
  {
    name: 'a paper of another market is paid with in the books of the stall (A-1)',
    plants: {
      store: changedLegs((movement) => {
        const stall = movement.legs.find(({ account }) => account.kind === 'stall')?.account;
        if (movement.kind !== 'purchase' || !stall) return movement;
        const legs = movement.legs.flatMap((leg): Leg[] => {
          if (leg.account.kind === 'clearing') return [];
          return [{ ...leg, account: { ...leg.account, marketId: stall.marketId } }];
        });
        return { ...movement, legs };
      }),
    },
  },
  {
    name: 'a receipt says another amount than was paid (B-5)',
    plants: {
      store: (store, ledger) => {
        const { receipts } = ledger;
        const set = receipts.set.bind(receipts);
        receipts.set = (opId, receipt) => set(opId, overstated(receipt));
        return store;
      },
    },
  },
  {
    name: 'a device is held to ten times its limits (B1)',
    plants: {
      store: changedStore((tx) => ({
        readLimits: async (marketId, version) => {
          const limits = await tx.readLimits(marketId, version);
          if (!limits) return limits;
          const { perVoucher, perDevice } = limits;
          return {
            ...limits,
            perVoucher: toAmount(perVoucher * 10),
            perDevice: toAmount(perDevice * 10),
          };
        },
      })),
    },
  },
  {
    name: 'an unknown paper of another market has no limit on the server',
    plants: {
      store: changedStore((tx) => ({
        readLimits: async (marketId, version) => {
          const limits = await tx.readLimits(marketId, version);
          return limits && { ...limits, foreignVoucher: toAmount(plenty) };
        },
      })),
    },
  },
  {
    name: 'a person whom the market removed goes on',
    plants: {
      store: changedStore((tx) => ({
        readOperators: async (deviceId) =>
          (await tx.readOperators(deviceId)).map((person) => ({ ...person, isActive: true })),
      })),
    },
  },
];

function overstated(receipt: Receipt): Receipt {
  const { price } = receipt.answer;
  return typeof price === 'number'
    ? { ...receipt, answer: { ...receipt.answer, price: price + 1 } }
    : receipt;
}

/** Takes any caller for the point that made the top-up. */
function undoneByAnybody(tx: SyncTransaction): Partial<SyncTransaction> {
  let own: LoadedTopUpVoid | null = null;
  return {
    loadTopUpVoid: async (asked) => {
      own = await tx.loadTopUpVoid(asked);
      return own && { ...own, topUp: { ...own.topUp, pointId: asked.point ?? own.topUp.pointId } };
    },
    postTopUpVoid: (loaded, plan, entry) => tx.postTopUpVoid(own ?? loaded, plan, entry),
  };
}

/** Whatever body it was given for. */
function byIdAlone(ledger: MemoryLedger): Partial<SyncTransaction> {
  return {
    readReceipts: async (opIds) => ({
      ...receiptBook(opIds.flatMap((opId) => ledger.receipts.get(opId) ?? [])),
      find: ({ opId }) => ledger.receipts.get(opId) ?? null,
    }),
  };
}
