import type { Database } from '#src/server/store/database.ts';

export type SeedDeps = { database: Database; publicUrl: string; now: () => Date };
