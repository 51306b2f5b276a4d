import { useEffect, useState } from 'react';
import { newOpId } from '#src/client/commands/new-id.ts';
import type { SharedSaleIntent } from '#src/client/commands/place-purchase.ts';
import { announce, prepareToSpeak } from '#src/client/device/voice/announce.ts';
import { useSaleOf } from '#src/client/local/live/live-outbox.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { refusalMessage } from '#src/client/shared/operation/refusal-message.ts';
import { useAnswer, useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { notedIn } from '#src/client/shared/sale/sale-lines.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { saleTexts } from '#src/client/texts/counter/scan-texts.ts';
import { toAmount, type OpId } from '#src/contract/brands.ts';
import type { SaleLine } from '#src/contract/money/sale-line.ts';
import { maxShares } from '#src/contract/limits.ts';
import { type CodeShare, sharesOf } from './shares.ts';
import { useChargedVouchers } from '../scan-gate.ts';
import type { ScannedSale } from '../use-voucher-lookup.ts';

/** One sale that several codes pay, and what became of it: all of its shares are decided together. */
export function useSharedSale(codes: readonly ScannedSale[], price: number, lines: readonly SaleLine[]) {
  const loadCommands = useCommands();
  const stallId = useActor()?.id ?? '';
  const estanteName = usePlace().name;
  const [opIds, setOpIds] = useState(newOpIds);
  const [placed, setPlaced] = useState<OpId | null>(null);
  const [placing, setPlacing] = useState(false);
  const [refusedHere, setRefusedHere] = useState<string | null>(null);
  const answer = useAnswer(placed);
  const operations = useSaleOf(placed);
  useOpenSale(true);
  const isAccepted = answer.kind === 'decided-here' && answer.operation.status.offline?.kind === 'accepted';
  const result = refusedHere === null ? (isAccepted ? 'accepted-here' : answer.kind) : 'refused';
  useAnnounced(result, price);
  useChargedVouchers(codes, answer.kind);

  async function charge(): Promise<void> {
    if (placing || placed !== null) return;
    setPlacing(true);
    await chargeAll()
      .catch(reportStorageFailure)
      .finally(() => setPlacing(false));
  }

  async function chargeAll(): Promise<void> {
    const shares = sharesOf(codes, price).map((share, n) => intended(share, opIds[n] ?? newOpId()));
    const [first, ...others] = shares;
    const commands = await loadCommands().catch(() => null);
    if (commands === null) setRefusedHere(saleTexts.storageFailed);
    else if (first) {
      const intent = { estanteId: stallId, estanteName, operatorId: stallId, ...notedIn(lines, price) };
      const placedNow = await commands.placeSharedSale({ ...intent, shares: [first, ...others] });
      if (placedNow.kind === 'saved') setPlaced(placedNow.opId);
      else setRefusedHere(placedNow.kind === 'refused' ? placedNow.message : saleTexts.storageFailed);
    }
  }

  /** After a refusal: another try is another operation. */
  function startAgain(): void {
    setPlaced(null);
    setRefusedHere(null);
    setOpIds(newOpIds());
  }

  const refusal =
    refusedHere ?? (answer.kind === 'refused' ? whyRefused(operations, answer.operation) : null);
  return { charge, startAgain, answer, operations, refusal, busy: placing || answer.kind === 'asking' };
}

function newOpIds(): OpId[] {
  return Array.from({ length: maxShares }, newOpId);
}

function intended({ code, price }: CodeShare, opId: OpId): SharedSaleIntent['shares'][0] {
  const voucher = code.kind === 'seen' ? code.voucher : null;
  return {
    opId,
    userId: code.ownerId,
    codeQrUuid: code.voucherId,
    price: toAmount(price),
    voucher,
    userName: voucher?.clientId.ownerName ?? '',
    proof: code.proof,
  };
}

/** The one that fell short says why; the others say that it was another. */
function whyRefused(operations: readonly Operation[], answered: Operation): string {
  const own = operations.find(({ status }) => status.lastError !== 'SHARE_REFUSED') ?? answered;
  return refusalMessage(own);
}

/** Sound, vibration and words of what became of it, once for each result. */
function useAnnounced(result: string, price: number): void {
  useEffect(() => {
    prepareToSpeak();
  }, []);
  useEffect(() => {
    if (result === 'accepted') announce('paid', ({ paid }) => paid(price));
    if (result === 'refused') announce('refused', ({ refused }) => refused(0));
    if (result === 'accepted-here') announce('pending', ({ accepted }) => accepted(price));
    if (result === 'pending' || result === 'decided-here')
      announce('pending', ({ pending }) => pending(price));
  }, [result, price]);
}
