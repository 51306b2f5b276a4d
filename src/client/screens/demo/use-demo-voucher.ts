import { useEffect, useMemo, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOperations } from '#src/client/local/live/live-outbox.ts';
import { toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { DemoFacts } from '#src/domain/demo-facts.ts';
import { outcomeOf } from '#src/domain/operations/outcome.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { voucherLink } from '#src/domain/voucher/voucher-link.ts';

export type DemoVoucher = {
  /** Contents of its QR code. */
  link: string;
  /** The same page on this server, for this browser. */
  path: string;
  shortCode: string;
};

/**
 * The voucher issued last in a tab of this browser, or one of a demo customer before that. Null until known.
 */
export function useDemoVoucher({ publicUrl, voucher }: DemoFacts): DemoVoucher | null {
  const operations = useOperations();
  const { status } = operations?.find(isIssued) ?? {};
  const issued = status?.receipt?.kind === 'top-up' ? status.receipt.receipt : null;
  const isThere = useIsThere(issued?.uuid ?? null);
  const isKnown = operations !== undefined && isThere !== undefined;
  const link = issued !== null && isThere === true ? issued.urlCodeQr : null;
  return useMemo(
    () =>
      isKnown
        ? voucherAt(link ?? voucherLink(publicUrl, voucher.userId, toVoucherId(voucher.codeQrId)))
        : null,
    [isKnown, link, publicUrl, voucher],
  );
}

function voucherAt(link: string): DemoVoucher {
  const { pathname, search, hash, searchParams } = new URL(link);
  return { link, path: pathname + search + hash, shortCode: shortCodeOf(searchParams.get('codeQrId') ?? '') };
}

function isIssued(operation: Operation): boolean {
  return outcomeOf(operation) === 'confirmed' && operation.status.receipt?.kind === 'top-up';
}

/**
 * Returns whether the server has this voucher; a browser may remember one from an earlier demo. Undefined
 * until the server has answered.
 */
function useIsThere(uuid: VoucherId | null): boolean | undefined {
  const [known, setKnown] = useState<{ uuid: VoucherId; isThere: boolean } | null>(null);
  useEffect(() => {
    if (uuid === null) return;
    void callServer(holderCalls.findVoucher, { params: { code: uuid } }).then((outcome) =>
      setKnown({ uuid, isThere: outcome.kind === 'ok' }),
    );
  }, [uuid]);
  if (uuid === null) return false;
  return known?.uuid === uuid ? known.isThere : undefined;
}
