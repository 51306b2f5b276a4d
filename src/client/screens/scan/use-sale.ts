import { useEffect, useRef, useState } from 'react';
import { newOpId } from '#src/client/commands/new-id.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { announce, prepareToSpeak } from '#src/client/device/voice/announce.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { type Answer, useAnswer, useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { toAmount, type OpId } from '#src/contract/brands.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import { notedIn } from '#src/client/shared/sale/sale-lines.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** Why nothing was charged; `most` is what could be, smallest unit shown. */
export type SaleRefusal = { message: string; most: number; isOffline: boolean };

/** One sale on one voucher: amount, one button, and what became of it. */
export function useSale(scanned: ScannedSale, estanteName: string) {
  const loadCommands = useCommands();
  const stallId = useActor()?.id ?? '';
  const isEnrolled = useDeviceFacts()?.state === 'active';
  const [amount, setAmount] = useState(0);
  const [lines, setLines] = useState<readonly SaleLine[]>([]);
  const [opId, setOpId] = useState(newOpId);
  const [placed, setPlaced] = useState<OpId | null>(null);
  const [placing, setPlacing] = useState(false);
  const [refusal, setRefusal] = useState<SaleRefusal | null>(null);
  const answer = useAnswer(placed);
  useOpenSale(true);
  useAnnounced(refusal, answer, amount);

  async function charge(price: number): Promise<void> {
    if (placing || placed !== null) return;
    setPlacing(true);
    try {
      const commands = await loadCommands().catch(() => null);
      setRefusal(commands === null ? notStored(0) : await chargeWith(commands, price));
    } catch (error) {
      // A read failed before anything was written: the red screen, and no waiting.
      reportStorageFailure(error);
    } finally {
      setPlacing(false);
    }
  }

  async function chargeWith(commands: Commands, price: number): Promise<SaleRefusal | null> {
    return (await refusedHere(commands, scanned, price, isEnrolled)) ?? (await place(commands, price));
  }

  async function place(commands: Commands, price: number): Promise<SaleRefusal | null> {
    const voucher = scanned.kind === 'seen' ? scanned.voucher : null;
    const result = await commands.placePurchase({
      opId,
      payload: {
        userId: scanned.ownerId,
        estanteId: stallId,
        codeQrUuid: scanned.voucherId,
        price: toAmount(price),
        by: 'stall',
        ...notedIn(lines, price),
      },
      operatorId: stallId,
      voucher,
      label: { userName: voucher?.clientId.ownerName ?? '', estanteName, proof: scanned.proof },
    });
    const most = voucher?.monto ?? 0;
    if (result.kind === 'storage-failed') return notStored(most);
    if (result.kind === 'refused') return { message: result.message, most, isOffline: false };
    setPlaced(result.opId);
    return null;
  }

  /** After a refusal: another try is another operation. */
  function changeAmount(next: number): void {
    setAmount(next);
    if (next === 0) setLines([]);
    setPlaced(null);
    setRefusal(null);
    setOpId(newOpId());
  }

  const busy = placing || answer.kind === 'asking';
  return { amount, setAmount, lines, setLines, charge, changeAmount, answer, refusal, busy };
}

export type Sale = ReturnType<typeof useSale>;

function notStored(most: number): SaleRefusal {
  return { message: saleTexts.storageFailed, most, isOffline: false };
}

/** Where the link is known to be away the rules are asked first: what they refuse is not even written down. */
async function refusedHere(
  commands: Commands,
  { voucherId, ownerId, proof }: ScannedSale,
  price: number,
  isEnrolled: boolean,
): Promise<SaleRefusal | null> {
  if (!isEnrolled || readConnection().link !== 'offline') return null;
  const { refusal, most } = await commands.previewSale({ voucherId, ownerId, proof });
  if (price <= most) return null;
  const why = refusal === null ? '' : `${offlineRefusalTexts[refusal]} `;
  return {
    message: `${why}${most > 0 ? offlineTexts.most(amountText(most)) : offlineTexts.none}`,
    most,
    isOffline: true,
  };
}

/** Sound, vibration and words of what became of it, once for each result. */
function useAnnounced(refusal: SaleRefusal | null, answer: Answer, amount: number): void {
  const price = useRef(amount);
  const isAccepted = answer.kind === 'decided-here' && answer.operation.status.offline?.kind === 'accepted';
  const result = refusal === null ? (isAccepted ? 'accepted-here' : answer.kind) : 'refused';
  const holds = refusal?.most ?? 0;
  useEffect(() => {
    price.current = amount;
  });
  useEffect(() => {
    prepareToSpeak();
  }, []);
  useEffect(() => {
    if (result === 'accepted') announce('paid', ({ paid }) => paid(price.current));
    if (result === 'refused')
      announce('refused', ({ refused }) => refused(holds < price.current ? holds : 0));
    if (result === 'accepted-here') announce('pending', ({ accepted }) => accepted(price.current));
    if (result === 'pending' || result === 'decided-here')
      announce('pending', ({ pending }) => pending(price.current));
  }, [result, holds]);
}
