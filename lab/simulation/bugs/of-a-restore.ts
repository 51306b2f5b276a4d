import { changedStore } from './changed-store.ts';
import type { PlantedBug } from './plants.ts';

/** Bugs that only appear after a restore to an older copy. */
export const bugsOfARestore: readonly PlantedBug[] = [
  {
    name: 'what a sealed receipt proves is judged anew',
    plants: { sealer: (sealer) => ({ ...sealer, proven: () => null }) },
  },
  {
    name: 'the seal of a refusal is taken for one of an acceptance',
    plants: {
      sealer: (sealer) => ({
        ...sealer,
        proven: (given, operation) => sealer.proven(given, operation) && { state: 'accepted' },
      }),
    },
  },
  {
    name: 'a database that was put back is not noticed',
    plants: { sealer: (sealer) => ({ ...sealer, shown: () => null }) },
  },
  {
    name: 'a device keeps no sealed receipts',
    plants: { writesRow: (table, row) => (table === 'sealed' ? null : row) },
  },
  {
    name: 'a device shows nothing again of what a server of before refused',
    plants: {
      focus: 'a restore',
      writesRow: (table, row) =>
        table === 'enrolment' ? { ...(row as Record<string, unknown>), toShow: [] } : row,
    },
  },
  {
    name: "what an old call bought after a restore is in nobody's list",
    plants: {
      store: changedStore((tx) => ({
        insertConflict: async (line) => {
          if (line.reason !== 'JOURNAL_FORK') await tx.insertConflict(line);
        },
      })),
    },
  },
];
