import { startTransition, useCallback, useEffect, useState } from 'react';
import { takeVoucherInPage } from '#src/client/api/answer-in-page.ts';
import type { Refused, Unreachable } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { keepLastBalance } from './away/last-balance.ts';
import type { StallsOfVoucher } from './stalls/known-stalls.ts';

export type PurchaseData =
  | { kind: 'loading' }
  /** The balance is known; the stalls are loading. */
  | { kind: 'balance'; voucher: VoucherView }
  /** `next`: cursor of the stalls not read yet. */
  | ({ kind: 'ready'; voucher: VoucherView; next: string | null } & StallsOfVoucher)
  | { kind: 'unknown' }
  | { kind: 'unreachable'; reason: Unreachable['reason'] }
  | { kind: 'failed'; message: string };

/** The link's data: the voucher and the stalls where it may be spent. Read again on demand. */
export function usePurchaseData(codeQrId: VoucherId) {
  const [inPage] = useState(() => takeVoucherInPage(codeQrId));
  const [data, setData] = useState<PurchaseData>(
    inPage ? { kind: 'balance', voucher: inPage } : { kind: 'loading' },
  );
  const load = useCallback(async () => {
    setData(await readData(codeQrId));
  }, [codeQrId]);
  useEffect(() => {
    let live = true;
    void readData(codeQrId, inPage).then((read) => live && startTransition(() => setData(read)));
    return () => {
      live = false;
    };
  }, [codeQrId, inPage]);
  useMoreStalls(codeQrId, data, setData);
  useFreshBalance(codeQrId, setData);
  return { data, load };
}

/** The stall may have charged while this page was out of sight. Only a new balance changes anything. */
function useFreshBalance(
  codeQrId: VoucherId,
  setData: (change: (before: PurchaseData) => PurchaseData) => void,
): void {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const read = await callServer(holderCalls.findVoucher, { params: { code: codeQrId } });
      if (read.kind !== 'ok') return;
      const voucher = read.data;
      startTransition(() =>
        setData((before) =>
          before.kind === 'ready' && before.voucher.monto !== voucher.monto ? { ...before, voucher } : before,
        ),
      );
    };
    const onShown = () => void look();
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [codeQrId, setData]);
}

/**
 * Loads the remaining pages of stalls in sequence while the first is already shown. A failed page ends it;
 * the earlier ones stay.
 */
function useMoreStalls(codeQrId: VoucherId, data: PurchaseData, setData: (data: PurchaseData) => void): void {
  useEffect(() => {
    if (data.kind !== 'ready' || data.next === null) return undefined;
    let live = true;
    const { next, stalls } = data;
    const read = async () => {
      const page = await readStalls(codeQrId, next);
      if (!live) return;
      const { items, nextCursor } = page.kind === 'ok' ? page.data : { items: [], nextCursor: null };
      startTransition(() => setData({ ...data, stalls: [...stalls, ...items], next: nextCursor }));
    };
    void read();
    return () => {
      live = false;
    };
  }, [codeQrId, data, setData]);
}

function readStalls(codeQrId: VoucherId, cursor?: string) {
  return callServer(holderCalls.listStallsOfVoucher, {
    params: { id: codeQrId },
    query: cursor === undefined ? {} : { cursor },
  });
}

async function readData(codeQrId: VoucherId, known: VoucherView | null = null): Promise<PurchaseData> {
  const [voucher, stalls] = await Promise.all([
    known
      ? ({ kind: 'ok', data: known } as const)
      : callServer(holderCalls.findVoucher, { params: { code: codeQrId } }),
    readStalls(codeQrId),
  ]);
  const isCut = [voucher, stalls].some(
    (read) => read.kind === 'unreachable' && (read.reason === 'network' || read.reason === 'not-ours'),
  );
  patchConnection({ link: isCut ? 'offline' : 'online' });
  if (voucher.kind === 'ok') keepLastBalance(codeQrId, voucher.data, Date.now());
  if (voucher.kind === 'refused' && (voucher.status === 404 || voucher.code === 'INVALID_REQUEST'))
    return { kind: 'unknown' };
  if (voucher.kind !== 'ok') return failureOf(voucher);
  if (stalls.kind !== 'ok') return failureOf(stalls);
  const { items, nextCursor: next, ownMarketId } = stalls.data;
  return { kind: 'ready', voucher: voucher.data, stalls: items, next, ownMarketId };
}

function failureOf(failed: Refused | Unreachable): PurchaseData {
  return failed.kind === 'unreachable' ? failed : { kind: 'failed', message: failureText(failed) };
}
