import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOperations } from '#src/client/local/live/live-device.ts';
import type { DemoFacts } from '#src/domain/demo-facts.ts';
import { outcomeOf } from '#src/operations/outcome.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';

export type DemoVoucher = {
  /** Contents of its QR code. */
  link: string;
  /** The same page on this server, for this browser. */
  path: string;
  shortCode: string;
};

/** A browser may remember the code of other data, under the name of that data. */
const keyOf = ({ seed }: DemoFacts): string => `demo-issued-${seed}`;

/** The voucher issued last in a tab of this browser, or one of a demo customer before that. Known at the first paint. */
export function useDemoVoucher(facts: DemoFacts): DemoVoucher {
  const issued = useSyncExternalStore(watchStorage, () => localStorage.getItem(keyOf(facts)));
  const link = issued ?? facts.link;
  return useMemo(() => voucherAt(link), [link]);
}

/** Hands the voucher that this tab issued last to the other tabs. */
export function useIssuedVoucher(facts: DemoFacts): void {
  const receipt = useOperations()?.find(isIssued)?.status.receipt;
  const link = receipt?.topUp?.urlCodeQr ?? null;
  useEffect(() => {
    if (link !== null) localStorage.setItem(keyOf(facts), link);
  }, [facts, link]);
}

function watchStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

function voucherAt(link: string): DemoVoucher {
  const { pathname, search, hash, searchParams } = new URL(link);
  return { link, path: pathname + search + hash, shortCode: shortCodeOf(searchParams.get('codeQrId') ?? '') };
}

function isIssued(operation: Operation): boolean {
  return outcomeOf(operation) === 'confirmed' && operation.status.receipt?.topUp !== undefined;
}
