import { useState } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { isHandedOver } from '#src/client/money/operation/outcome-table.ts';
import { mostText } from '#src/client/money/operation/refusal-message.ts';
import { type Answer, usePurchaseOpen } from '#src/client/money/operation/use-answer.ts';
import { usePlacement } from '#src/client/money/operation/use-placement.ts';
import { useResultSound } from '#src/client/money/operation/use-result-sound.ts';
import { notedIn } from '#src/client/money/purchase/purchase-lines.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { stallPurchaseTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import type { PurchaseLine } from '#src/contract/purchases/purchase-line.ts';
import { toAmount, type OpId, type Pesos } from '#src/protocol/brands.ts';
import type { ScannedPurchase } from './use-voucher-lookup.ts';

/** Why nothing was charged. `most` is the chargeable amount, in the smallest unit shown. */
export type PurchaseRefusal = { message: string; most: number; isOffline: boolean };

/** State of one sale on one voucher: amount, one button, and the outcome. `offered`: amount that it begins with. */
export function useStallPurchase(scanned: ScannedPurchase, estanteName: string, offered: number) {
  const stallId = useActor()?.id ?? '';
  const { amount, isSelected, whole, corrected, setAmount, offer, leavePart } = usePurchaseAmount(offered);
  const [lines, setLines] = useState<readonly PurchaseLine[]>([]);
  const placement = usePlacement<OpId, PurchaseRefusal>(useCommands(), newOpId);
  const open = useOpenPurchase(scanned.voucherId, stallId);
  const { answer, refusal, busy } = placement;
  usePurchaseOpen(true);
  const lacking = Math.max(0, whole - amount);
  usePurchaseSound(placement, amount, lacking);

  const charge = (price: number): Promise<void> =>
    placement.place(async (commands, opId) => {
      if (commands === null) return notStored;
      const before = open === undefined ? await commands.findOpenPurchase(scanned.voucherId, stallId) : null;
      if (before && !isHandedOver(before)) return follow(before, setAmount);
      return (await refusedHere(commands, scanned, price)) ?? (await store(commands, opId, price));
    });

  async function store(commands: Commands, opId: OpId, price: number): Promise<OpId | PurchaseRefusal> {
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
    if (result.kind === 'saved') return result.opId;
    if (result.kind === 'storage-failed') return notStored;
    return { message: result.message, most: voucher?.monto ?? 0, isOffline: false };
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
    /** A key that is hit while it is charged changes nothing: the result names the amount and its rest. */
    setAmount: busy ? ignore : setAmount,
    isSelected,
    corrected,
    lines,
    setLines: busy ? ignore : setLines,
    charge,
    complete,
    /** Rest for another voucher, smallest unit shown. */
    lacking,
    changeAmount,
    chargeRight,
    answer,
    refusal,
    busy,
    /** An unsettled purchase of this voucher; undefined while it is being read, when a charge reads it first. */
    open,
  };
}

/**
 * `isSelected`: nothing was typed yet, so the first key replaces the amount. `whole`: the price, when other vouchers
 * pay what this one lacks; 0 otherwise. `corrected`: a sale of this voucher that was voided to correct it; null
 * without one.
 */
function usePurchaseAmount(offered: number) {
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

export type StallPurchase = ReturnType<typeof useStallPurchase>;

function ignore(): void {}

/** The result names the amount of the earlier purchase, and no rest. */
function follow(before: Operation, setAmount: (amount: Pesos) => void): OpId {
  setAmount(amountOf(before));
  return before.status.opId;
}

const notStored: PurchaseRefusal = { message: stallPurchaseTexts.storageFailed, most: 0, isOffline: false };

/**
 * With the link known to be down the rules are checked first: a sale that they refuse is not even written. Not
 * again for an amount that they allowed when the voucher was read, because the acceptance itself checks them.
 */
async function refusedHere(
  commands: Commands,
  scanned: ScannedPurchase,
  price: number,
): Promise<PurchaseRefusal | null> {
  if (readConnection().link !== 'offline' || !(await commands.isEnrolled())) return null;
  if (scanned.kind === 'known' && price <= scanned.view.most) return null;
  const { voucherId, ownerId, proof } = scanned;
  const { refusal, most } = await commands.previewPurchase({ voucherId, ownerId, proof });
  if (price <= most) return null;
  const why = refusal === null ? '' : `${offlineRefusalTexts[refusal]} `;
  return { message: why + mostText(most), most, isOffline: true };
}

type Placed = { answer: Answer; refusal: PurchaseRefusal | null };

function usePurchaseSound({ answer, refusal }: Placed, price: number, lacking: number): void {
  const holds = refusal?.most ?? 0;
  useResultSound(answer, refusal !== null, {
    paid: ({ paid }) => paid(price, lacking),
    refused: ({ refused }) => refused(holds < price ? holds : 0),
    accepted: ({ accepted }) => accepted(price, lacking),
    pending: ({ pending }) => pending(price),
  });
}
