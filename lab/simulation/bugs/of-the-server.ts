import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import { SimulatedCrash } from '#lab/simulation/world/server.ts';
import { toAmount } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';
import { receiptBook } from '#src/server/ledger/receipts.ts';
import { changedLegs, changedOwner, changedStore, withNothingLeft } from './changed-store.ts';
import type { PlantedBug } from './plants.ts';

function withoutLegs(kind: MemoryMovement['legs'][number]['account']['kind']) {
  return changedLegs((movement) => ({
    ...movement,
    legs: movement.legs.filter(({ account }) => account.kind !== kind),
  }));
}

/** Bugs on the server's side. */
export const bugsOfTheServer: readonly PlantedBug[] = [
  {
    name: 'the server does not remember what it answered',
    plants: {
      allowsDuplicates: true,
      store: changedStore(() => ({
        readReceipts: async () => receiptBook([]),
        isAnswered: async () => false,
        findConflict: async () => null,
        findAcceptance: async () => null,
      })),
    },
  },
  {
    name: 'an acceptance pays a second time',
    plants: {
      allowsDuplicates: true,
      store: changedStore((tx) => ({
        readReceipts: async (opIds) => {
          const book = await tx.readReceipts(opIds);
          const find: typeof book.find = (key) => {
            const receipt = book.find(key);
            if (receipt === 'reused' || receipt === null) return receipt;
            return receipt.refusal === null && 'codeCompra' in receipt.answer ? null : receipt;
          };
          return { ...book, find };
        },
      })),
    },
  },
  {
    name: 'acknowledged before the commit',
    plants: {
      store: (store, _ledger, worldOf) => ({
        ...store,
        inTransaction: async (work) => {
          let answer: Awaited<ReturnType<typeof work>> | undefined;
          try {
            return await store.inTransaction(async (tx) => {
              answer = await work(tx);
              if (worldOf().random.chance(0.1)) throw new SimulatedCrash();
              return answer;
            });
          } catch (error) {
            if (answer === undefined) throw error;
            return answer;
          }
        },
      }),
    },
  },
  {
    name: 'what a device still owes is not counted',
    plants: { store: changedStore(() => ({ readShortfall: async () => [] })) },
  },
  {
    name: 'an overspent voucher stays open',
    plants: { store: changedStore(() => ({ blockVoucher: async () => undefined })) },
  },
  {
    name: 'a withdrawn sale that was paid stays paid',
    plants: {
      store: changedStore((tx) => ({ loadVoid: async (asked) => withNothingLeft(await tx.loadVoid(asked)) })),
    },
  },
  {
    name: 'what is missing is not posted',
    plants: {
      store: withoutLegs('overspend'),
    },
  },
  {
    name: 'a stall gets only what the voucher had',
    plants: {
      store: changedLegs((movement) => {
        const missing = movement.legs.find(({ account }) => account.kind === 'overspend');
        if (!missing) return movement;
        const legs = movement.legs
          .filter((leg) => leg !== missing)
          .map((leg) =>
            leg.account.kind === 'stall' ? { ...leg, amount: toAmount(leg.amount + missing.amount) } : leg,
          );
        return { ...movement, legs };
      }),
    },
  },
  {
    name: 'the sale of one stall is paid to another',
    plants: {
      store: changedLegs((movement, ledger) => changedOwner(movement, 'stall', [...ledger.stalls.keys()])),
    },
  },
  {
    name: 'another voucher pays',
    plants: {
      store: changedLegs((movement, ledger) =>
        movement.kind === 'purchase'
          ? changedOwner(movement, 'voucher', [...ledger.vouchers.keys()])
          : movement,
      ),
    },
  },
  {
    name: 'what is taken back is given back in part',
    plants: {
      store: changedLegs((movement) =>
        movement.kind !== 'void'
          ? movement
          : {
              ...movement,
              legs: movement.legs.map((leg) => ({ ...leg, amount: toAmount(Math.trunc(leg.amount / 2)) })),
            },
      ),
    },
  },
  {
    name: 'markets do not owe each other',
    plants: {
      store: withoutLegs('clearing'),
    },
  },
  {
    name: 'sales that wait are forgotten when the top-up comes',
    // The purchase itself would find the voucher: it is requested again until it has an answer.
    plants: {
      store: changedStore(() => ({ lockWaiting: async () => [], knownVouchers: async () => new Set() })),
    },
  },
  {
    name: 'a sale on an unknown voucher is refused',
    plants: {
      store: changedStore(() => ({
        insertConflict: async (conflict) => {
          if (conflict.state === 'waiting') return;
        },
      })),
    },
  },
  {
    name: 'the journal keeps no gap',
    plants: {
      store: changedStore((tx) => ({
        writeHead: (deviceId, head, contact) =>
          tx.writeHead(deviceId, { ...head, ackSeq: head.ackSeq + 1 }, contact),
      })),
    },
  },
  {
    name: "a merged customer's voucher has no owner",
    plants: {
      store: changedStore((tx) => ({
        readCustomer: async (id) => ((await isMerged(tx, id)) ? null : tx.readCustomer(id)),
      })),
    },
  },
];

async function isMerged(tx: SyncTransaction, id: string): Promise<boolean> {
  const customer = await tx.readCustomer(id);
  return customer !== null && customer.id !== id;
}
