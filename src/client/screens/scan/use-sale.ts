import { useEffect, useState } from 'react';
import { newOpId } from '#src/client/commands/new-op-id.ts';
import { placePurchase } from '#src/client/commands/place-purchase.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { saleTexts } from '#src/client/texts/sale-texts.ts';
import type { VoucherView } from '#src/contract/voucher.ts';
import { playCue } from '../play-cue.ts';
import { useAnswer } from '../use-answer.ts';
import { useHeldSale } from '../use-held-sale.ts';

/** One sale on one voucher: amount, one button, and what became of it. */
export function useSale(voucher: VoucherView, estanteName: string) {
  const stallId = useSessionUser()?.id ?? '';
  const [amount, setAmount] = useState(0);
  const [opId, setOpId] = useState(newOpId);
  const [placed, setPlaced] = useState<string | null>(null);
  const [placing, setPlacing] = useState(false);
  const [refusal, setRefusal] = useState('');
  const answer = useAnswer(placed);
  useHeldSale(true);
  useCue(refusal === '' ? answer.kind : 'refused');

  async function charge(price: number): Promise<void> {
    if (placing || placed !== null) return;
    setPlacing(true);
    const result = await placePurchase({
      opId,
      payload: {
        userId: voucher.clientId._id,
        estanteId: stallId,
        codeQrUuid: voucher.uuid,
        price,
        by: 'stall',
      },
      operatorId: stallId,
      voucher,
      label: { userName: voucher.clientId.ownerName, estanteName },
    });
    setPlacing(false);
    if (result.kind === 'saved') setPlaced(result.opId);
    else setRefusal(result.kind === 'refused' ? result.message : saleTexts.storageFailed);
  }

  /** After a refusal: another try is another operation. */
  function changeAmount(next: number): void {
    setAmount(next);
    setPlaced(null);
    setRefusal('');
    setOpId(newOpId());
  }

  return {
    amount,
    setAmount,
    charge,
    changeAmount,
    answer,
    refusal,
    busy: placing || answer.kind === 'asking',
  };
}

export type Sale = ReturnType<typeof useSale>;

function useCue(kind: string): void {
  useEffect(() => {
    if (kind === 'accepted') playCue('paid');
    if (kind === 'refused') playCue('refused');
    if (kind === 'pending') playCue('pending');
  }, [kind]);
}
