import type { SyncStore } from '#src/server/journal/ports/sync-deps.ts';

/** Runs each verb of a store in a separate transaction. */
export function oneByOne(inTransaction: SyncStore['inTransaction']): Omit<SyncStore, 'inTransaction'> {
  return {
    readDevices: (ids) => inTransaction((tx) => tx.readDevices(ids)),
    readOperators: (deviceId) => inTransaction((tx) => tx.readOperators(deviceId)),
    readTillRoom: (point) => inTransaction((tx) => tx.readTillRoom(point)),
    readLimits: (marketId, version) => inTransaction((tx) => tx.readLimits(marketId, version)),
    readEpoch: () => inTransaction((tx) => tx.readEpoch()),
    readOutcomes: (opIds) => inTransaction((tx) => tx.readOutcomes(opIds)),
    readOwnOutcomes: (deviceId, seqs) => inTransaction((tx) => tx.readOwnOutcomes(deviceId, seqs)),
    noteReturned: (epoch, deviceId, at) => inTransaction((tx) => tx.noteReturned(epoch, deviceId, at)),
  };
}
