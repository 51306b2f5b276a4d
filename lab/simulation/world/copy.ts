import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { completeCopy } from '#src/client/local/second/copy-operations.ts';
import { foldCopy, prunedTexts } from '#src/client/local/second/copy-records.ts';
import { recoverLost } from '#src/client/local/second/recover.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SimDevice, SimTab } from './device.ts';
import type { SimWorld } from './world.ts';

/** Records after which the log is rewritten without settled operations. */
const pruneAt = 40;

/** The log beside the database: records confirmed to a living page stay, whatever happens to the database. */
export function simCopy(device: SimDevice, tabOf: () => SimTab): SecondCopy {
  return {
    keep: async (records) => {
      if (tabOf().isGone || !device.copyTexts) return false;
      device.copyTexts.push(...records.map((record) => JSON.stringify(record)));
      if (device.copyTexts.length > pruneAt) device.copyTexts = prunedTexts(foldCopy(device.copyTexts));
      return true;
    },
    read: async () => {
      const texts = device.copyTexts;
      if (tabOf().isGone || !texts) return null;
      return { ...foldCopy(texts), damaged: 0 };
    },
  };
}

export function hasCopy({ copyTexts }: SimDevice): boolean {
  return copyTexts !== null && copyTexts.length > 0;
}

/** Like the product's own start: before anything else is read or written. */
export async function recoverAtStart(
  world: SimWorld,
  device: SimDevice,
  db: MoneyDb,
  tabOf: () => SimTab,
): Promise<void> {
  try {
    const back = await recoverLost(db, simCopy(device, tabOf), world.loop.now() + device.skewMs, '');
    if (back > 0) world.reach('operations brought back by the second copy');
  } finally {
    db.close();
  }
}

/** Completes the copy in parallel to everything else. */
export function completeAtStart(world: SimWorld, device: SimDevice, tab: SimTab, ports: SyncPorts): void {
  if (device.copyTexts) world.spawn(tab, () => completeCopy(tab.db, ports.secondCopy, ports.sign));
}

/** Returns whether all these operations could be restored now. */
export function isWholeIn(device: SimDevice, opIds: readonly OpId[]): boolean {
  if (!device.copyTexts) return false;
  const { entries } = foldCopy(device.copyTexts);
  return opIds.every((opId) => entries.has(opId));
}

/** Operations by which goods or vouchers were handed over, unsettled as far as this copy knows. */
export function handedOutIn(texts: readonly string[]): OpId[] {
  const { entries, settled } = foldCopy(texts);
  return [...entries.values()].flatMap(({ envelope }) => {
    const isOut = envelope.kind === 'acceptance' || envelope.kind === 'top-up';
    return isOut && !settled.has(envelope.opId) ? [envelope.opId] : [];
  });
}
