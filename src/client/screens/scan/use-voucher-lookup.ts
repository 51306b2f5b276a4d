import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Unreachable } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import type { OfflineView } from '#src/client/commands/preview-offline-purchase.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import type { OfflineRefusal } from '#src/client/local/db/operation.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { keys } from '#src/client/queries/keys.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import type { refusedPaperTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { storageTexts } from '#src/client/texts/storage-texts.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import type { TypedCode } from '#src/protocol/voucher-link.ts';

export type Lookup =
  | { kind: 'idle' }
  | { kind: 'looking' }
  | { kind: 'foreign' }
  /** `typed`: the short code that no voucher has; null for a scanned voucher. */
  | { kind: 'unknown'; typed: string | null }
  | { kind: 'unreachable'; scanned: KnownCode; reason: Unreachable['reason']; refusal: OfflineRefusal | null }
  | { kind: 'bad-paper'; purchase: ScannedPurchase; fault: PaperFault }
  | { kind: 'refused'; code: string; message: string };

type KnownPurchase = Extract<ScannedPurchase, { kind: 'known' }>;
type KnownCode = Exclude<TypedCode, { kind: 'foreign' }>;

/**
 * Resolves a scanned or typed code to a voucher, with or without the server, or to the reason why there is
 * none.
 */
export function useVoucherLookup(onSale: (purchase: ScannedPurchase) => void) {
  const loadCommands = useCommands();
  const queries = useQueryClient();
  const [lookup, setLookup] = useState<Lookup>({ kind: 'idle' });

  /** A late answer to an older code would open another customer's sale. */
  const asked = useRef(0);
  useEffect(() => {
    asked.current = 0;
    return () => {
      // No look-up has this number, not even one that a picture begins after the page was left.
      asked.current = Number.NaN;
    };
  }, []);

  /** `online` queries the server even when the link is known to be down. */
  async function look(scanned: TypedCode, online = false): Promise<void> {
    asked.current += 1;
    const mine = asked.current;
    setLookup({ kind: 'looking' });
    const found = scanned.kind === 'foreign' ? scanned : await find(scanned, online);
    if (asked.current !== mine) return;
    if ('voucherId' in found) onSale(found);
    else setLookup(found);
  }

  async function find(scanned: KnownCode, online: boolean): Promise<Lookup | ScannedPurchase> {
    if (readConnection().link === 'offline' && !online) return findHere(scanned, 'network');
    const outcome = await ask(queries, scanned.kind === 'voucher' ? scanned.codeQrId : scanned.code);
    if (outcome.kind === 'ok') {
      const voucher = outcome.data;
      loadCommands()
        .then((commands) => commands.rememberBalance(voucher))
        .catch(reportDiskFault);
      const proof = scanned.kind === 'voucher' ? scanned.proof : '';
      return offered({
        kind: 'seen',
        voucherId: voucher.uuid,
        ownerId: voucher.clientId._id,
        proof,
        voucher,
      });
    }
    if (outcome.kind === 'unreachable') return findHere(scanned, outcome.reason);
    if (outcome.status !== 404) return { kind: 'refused', code: outcome.code, message: failureText(outcome) };
    // A kiosk without a link may have issued a voucher unknown to the server, which its proof shows.
    if (scanned.kind === 'short-code') return { kind: 'unknown', typed: scanned.code };
    return scanned.userId === null ? { kind: 'unknown', typed: null } : findHere(scanned, 'unknown');
  }

  /** Without the server only a whole code is sufficient: voucher, owner and proof. */
  async function findHere(scanned: KnownCode, reason: KnownReason): Promise<Lookup | ScannedPurchase> {
    const failure = (purchase: KnownPurchase | null): Lookup =>
      reason === 'unknown'
        ? unknownCode(purchase)
        : { kind: 'unreachable', scanned, reason, refusal: purchase?.view.refusal ?? null };
    if (scanned.kind !== 'voucher' || scanned.userId === null) return failure(null);
    // Under the address of this page a link is of this installation, whatever its codes say.
    const host = scanned.host === location.host ? null : scanned.host;
    const code = { voucherId: scanned.codeQrId, ownerId: scanned.userId, proof: scanned.proof };
    const view = await loadCommands()
      .then((commands) => commands.previewPurchase({ ...code, host }))
      .catch(reportDiskFault);
    // The scanner reads again only after a result.
    if (!view) return { kind: 'refused', code: '', message: storageTexts.slow };
    const purchase = { kind: 'known' as const, ...code, view, reason };
    return view.most > 0 || faultOf(purchase) !== null ? offered(purchase) : failure(purchase);
  }

  function clear(): void {
    asked.current += 1;
    setLookup({ kind: 'idle' });
  }

  return { lookup, look, clear };
}

/** Returns what opens the pad, or the screen that gives the reason. */
function offered(purchase: ScannedPurchase): Lookup | ScannedPurchase {
  const fault = faultOf(purchase);
  return fault === null ? purchase : { kind: 'bad-paper', purchase, fault };
}

/** Neither the server nor its keys know the voucher. */
function unknownCode(purchase: KnownPurchase | null): Lookup {
  return purchase?.view.isFromElsewhere
    ? { kind: 'bad-paper', purchase, fault: 'OTHER_CITY' }
    : { kind: 'unknown', typed: null };
}

/**
 * A stall with a customer waiting does not wait for a nearly dead link: after this time the offline rules
 * apply.
 */
const lookupTimeoutMs = 5_000;

function ask(queries: QueryClient, code: string) {
  const input = { params: { code }, signedIn: true, timeoutMs: lookupTimeoutMs };
  return queries.fetchQuery({
    queryKey: keys.vouchers.one(code),
    // Balances are always fetched anew; two simultaneous look-ups of one voucher share a call.
    staleTime: 0,
    gcTime: 0,
    queryFn: () => callServer(holderCalls.findVoucher, input),
  });
}

/** Result of a scan: a voucher as the server returned it, or as this tablet knows it offline. */
export type ScannedPurchase = {
  voucherId: VoucherId;
  ownerId: string;
  /** The scanned proof; empty when there was none. */
  proof: string;
} & ({ kind: 'seen'; voucher: VoucherView } | { kind: 'known'; view: OfflineView; reason: KnownReason });

/** Why the server did not show the voucher; `unknown`: it does not have it yet. */
export type KnownReason = Unreachable['reason'] | 'unknown';

/** Why a voucher must not be accepted with or without a link: a better link would not change it. */
export type PaperFault = keyof typeof refusedPaperTexts.reasons;

const faults: Partial<Record<OfflineRefusal, PaperFault>> = {
  BAD_SIGNATURE: 'FORGED',
  MALFORMED: 'FORGED',
  BEYOND_CERTIFICATE: 'FORGED',
  SPENT_OR_BLOCKED: 'SPENT_OR_BLOCKED',
  EXPIRED: 'EXPIRED',
  DEVICE_REVOKED: 'POINT_REMOVED',
};

/** Without a link, an installation that issued no such code says so by its keys. */
const unproven = new Set<OfflineRefusal>(['UNKNOWN_KEY', 'BAD_SIGNATURE', 'BEYOND_CERTIFICATE']);

/** Returns null when the voucher may be valid and only the link is missing. */
export function faultOf(purchase: ScannedPurchase): PaperFault | null {
  if (purchase.kind === 'known') {
    const { refusal, isFromElsewhere } = purchase.view;
    if (refusal === null) return null;
    return isFromElsewhere && unproven.has(refusal) ? 'OTHER_CITY' : (faults[refusal] ?? null);
  }
  const { state, blockedBecause } = purchase.voucher;
  if (state === 'BLOCKED') return blockedBecause === 'overspend' ? 'BLOCKED_OVERSPEND' : 'BLOCKED';
  return state === 'ACTIVE' ? null : state;
}
