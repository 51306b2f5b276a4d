import { useEffect, useState } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import { usePurchaseOpen } from '#src/client/money/operation/use-answer.ts';
import { usePlacement } from '#src/client/money/operation/use-placement.ts';
import { reloadWhenBack } from '#src/client/state/reload-when-back.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { toAmount, type OpId } from '#src/protocol/brands.ts';
import { keepKnownStall } from './stalls/known-stalls.ts';

const toastMs = 1500;

/**
 * Stall, amount, one button, and the outcome. An unsettled purchase of this voucher comes before everything
 * else.
 */
export function usePurchase(
  voucher: VoucherView,
  loadResult: () => Promise<unknown>,
  initialStall: Stall | null,
) {
  const loadCommands = useCommands();
  const open = useOpenPurchase(voucher.uuid);
  const [stall, setStallOnly] = useState(initialStall);
  const [amount, setAmountOnly] = useState(0);
  const [amountError, setAmountError] = useState('');
  /**
   * Loads every module that a purchase needs to its end before anything is written: the link may fail at any
   * moment.
   */
  const loadAll = async (): Promise<Commands> => (await Promise.all([loadCommands(), loadResult()]))[0];
  const { placed, follow, answer, refusal, place, busy } = usePlacement<OpId, { message: string }>(
    loadAll,
    newOpId,
  );
  const left = placed === null && open !== undefined && open !== null ? open.status.opId : null;
  if (left !== null) follow(left);
  usePurchaseOpen(amount > 0 || placed !== null);
  useKnownStall(answer.kind === 'accepted' ? stall?._id : undefined);

  async function buy(): Promise<void> {
    if (stall === null || busy || placed !== null) return;
    if (amount === 0) {
      setAmountError(texts.amountZero);
      return;
    }
    showToast('info', texts.inProgress, toastMs);
    await place(async (commands, opId) => {
      if (commands === null) {
        setAmountError(texts.partMissing);
        reloadWhenBack(true);
        return null;
      }
      // Another tab may have placed one since this page looked for it.
      const before = await commands.findOpenPurchase(voucher.uuid);
      if (before) return before.status.opId;
      const result = await commands.placePurchase(commandOf(voucher, stall, amount, opId));
      if (result.kind === 'saved') return result.opId;
      return { message: result.kind === 'refused' ? result.message : texts.storageFailed };
    });
  }

  /**
   * Loads in the background what a purchase needs, so that the link may drop while the amount is typed. A
   * failure recurs, and is shown, when the purchase is placed.
   */
  function prepare(): void {
    loadAll().catch(() => undefined);
  }

  function setStall(next: Stall | null): void {
    setStallOnly(next);
    prepare();
  }

  function setAmount(next: number): void {
    setAmountOnly(next);
    setAmountError('');
  }

  return {
    /** Whether this voucher has an unsettled purchase is not known yet. */
    isReading: open === undefined,
    stall,
    setStall,
    prepare,
    amount,
    setAmount,
    amountError,
    buy,
    answer,
    refusal: refusal?.message ?? '',
    busy,
  };
}

function commandOf(voucher: VoucherView, stall: Stall, amount: number, opId: OpId) {
  return {
    opId,
    payload: {
      userId: voucher.clientId._id,
      estanteId: stall._id,
      codeQrUuid: voucher.uuid,
      price: toAmount(amount),
      by: 'holder' as const,
    },
    operatorId: '',
    voucher,
    label: { userName: voucher.clientId.ownerName, estanteName: stall.estanteName },
  };
}

/** The stall that was paid is offered first the next time. */
function useKnownStall(paidAt: string | undefined): void {
  useEffect(() => {
    if (paidAt !== undefined) keepKnownStall(paidAt, Date.now());
  }, [paidAt]);
}

export type Purchase = ReturnType<typeof usePurchase>;
