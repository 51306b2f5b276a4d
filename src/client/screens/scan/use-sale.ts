import { useState } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { mostText } from '#src/client/money/operation/refusal-message.ts';
import { type Answer, useOpenSale } from '#src/client/money/operation/use-answer.ts';
import { usePlacement } from '#src/client/money/operation/use-placement.ts';
import { useResultSound } from '#src/client/money/operation/use-result-sound.ts';
import { notedIn } from '#src/client/money/purchase/sale-lines.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import { toAmount, type OpId, type Pesos } from '#src/protocol/brands.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** Why nothing was charged. `most` is the chargeable amount, in the smallest unit shown. */
export type SaleRefusal = { message: string; most: number; isOffline: boolean };

/** State of one sale on one voucher: amount, one button, and the outcome. `offered`: amount that it begins with. */
export function useSale(scanned: ScannedSale, estanteName: string, offered: number) {
  const stallId = useActor()?.id ?? '';
  const isEnrolled = useDeviceFacts()?.state === 'active';
  const { amount, isSelected, whole, corrected, setAmount, offer, leavePart } = useSaleAmount(offered);
  const [lines, setLines] = useState<readonly SaleLine[]>([]);
  const placement = usePlacement<OpId, SaleRefusal>(useCommands(), newOpId);
  const { answer, refusal, busy } = placement;
  useOpenSale(true);
  const lacking = Math.max(0, whole - amount);
  useSaleSound(answer, refusal, amount, lacking);

  const charge = (price: number): Promise<void> =>
    placement.place(async (commands, opId) => {
      if (commands === null) return notStored(0);
      return (
        (await refusedHere(commands, scanned, price, isEnrolled)) ?? (await store(commands, opId, price))
      );
    });

  async function store(commands: Commands, opId: OpId, price: number): Promise<OpId | SaleRefusal> {
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
    if (result.kind === 'saved') return result.opId;
    return result.kind === 'refused' ? { message: result.message, most, isOffline: false } : notStored(most);
  }

  /** After a refusal the next try is a new operation. */
  function changeAmount(next: number): void {
    setAmount(next);
    if (next === 0) setLines([]);
    placement.startAgain();
  }

  /** After a void: the old amount is offered, and replaced by the first key. */
  function chargeRight(old: number): void {
    changeAmount(0);
    offer(old);
  }

  /** Charges what this voucher gives. The rest of the amount is for another one. */
  function complete(most: number): Promise<void> {
    leavePart(most);
    return charge(most);
  }

  return {
    amount,
    setAmount,
    isSelected,
    corrected,
    lines,
    setLines,
    charge,
    complete,
    /** Rest for another voucher, smallest unit shown. */
    lacking,
    changeAmount,
    chargeRight,
    answer,
    refusal,
    busy,
  };
}

/**
 * `isSelected`: nothing was typed yet, so the first key replaces the amount. `whole`: the price, when other vouchers
 * pay what this one lacks; 0 otherwise. `corrected`: a sale of this voucher that was voided to correct it; null
 * without one.
 */
function useSaleAmount(offered: number) {
  const [state, setState] = useState({
    amount: offered,
    isSelected: offered > 0,
    whole: 0,
    corrected: null as Pesos | null,
  });
  return {
    ...state,
    setAmount: (amount: number) => setState({ ...state, amount, isSelected: false, whole: 0 }),
    offer: (amount: number) => setState({ amount, isSelected: true, whole: 0, corrected: amount }),
    leavePart: (amount: number) => setState({ ...state, amount, isSelected: false, whole: state.amount }),
  };
}

export type Sale = ReturnType<typeof useSale>;

function notStored(most: number): SaleRefusal {
  return { message: saleTexts.storageFailed, most, isOffline: false };
}

/**
 * With the link known to be down the rules are checked first: a sale that they refuse is not even written.
 */
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
  return { message: why + mostText(most), most, isOffline: true };
}

function useSaleSound(answer: Answer, refusal: SaleRefusal | null, price: number, lacking: number): void {
  const holds = refusal?.most ?? 0;
  useResultSound(answer, refusal !== null, {
    paid: ({ paid }) => paid(price, lacking),
    refused: ({ refused }) => refused(holds < price ? holds : 0),
    accepted: ({ accepted }) => accepted(price, lacking),
    pending: ({ pending }) => pending(price),
  });
}
