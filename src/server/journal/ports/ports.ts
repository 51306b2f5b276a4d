import type { createSqlSyncStore, over } from '#src/server/journal/sql/store.ts';

/**
 * Storage that the sync engine needs, as the functions in ../sql have it; their signatures are the contract.
 * Every decision is made on this side: the functions only find and insert rows, so the same rules run over the
 * simulator's ledger in memory, which has this type.
 */
export type SyncStore = ReturnType<typeof createSqlSyncStore>;
export type SyncTransaction = ReturnType<typeof over>;
