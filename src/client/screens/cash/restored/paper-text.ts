import { amountText } from '#src/client/shared/amounts.ts';
import { paperTexts as texts } from '#src/client/texts/restored-texts.ts';
import type { Confirmation } from '#src/contract/restored/schemas.ts';

/** Returns a confirmed paper in words: its figures and its status. */
export function paperText(paper: Confirmation): { title: string; note: string } {
  const { kind, codes, estanteName, monto, posted, state } = paper;
  const [code = ''] = codes;
  const isWaiting = state === 'waiting';
  const amount = amountText(monto ?? posted);
  if (kind === 'payouts')
    return {
      title: texts.payout(code, amount),
      note: isWaiting ? texts.payoutWaits(estanteName) : texts.payoutPosted(estanteName),
    };
  if (kind === 'refunds') {
    const waits = posted > 0 ? texts.refundLacks(amountText((monto ?? 0) - posted)) : texts.refundWaits;
    return { title: texts.refund(code, amount), note: isWaiting ? waits : texts.refundPosted };
  }
  return {
    title: texts.join(codes),
    note: isWaiting ? texts.joinWaits : texts.joinPosted(amountText(posted)),
  };
}
