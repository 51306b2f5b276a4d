import { useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { ReasonChips } from '#src/client/money/reason-chips.tsx';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { purchaseDetailTexts as texts } from '#src/client/texts/purchases/purchases-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type {
  PurchaseVoidCommand,
  PurchaseVoidReceipt,
  VoidCredit,
} from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { Amount, OpId } from '#src/protocol/brands.ts';

/** Result of a void. `balance`: of the voucher after it, smallest unit shown. */
export type Voided = { reason: string; balance: Amount; credit: VoidCredit };

interface VoidPurchaseProps {
  purchase: Pick<PurchaseRow, 'codeCompra' | 'price' | 'points' | 'userName'>;
  /** The sale is charged again with another amount: that is the reason, and nothing else is asked. */
  isCorrection?: boolean;
  /** False when the caller shows the result itself. */
  withToast?: boolean;
  onNo: () => void;
  onDone: (voided: Voided) => void;
}

/** Voids a sale: one tap for the reason, and one that repeats the amount. */
export function VoidPurchase({
  purchase,
  isCorrection = false,
  withToast = true,
  onNo,
  onDone,
}: VoidPurchaseProps) {
  const { codeCompra, price, points, userName } = purchase;
  const [chosen, setReason] = useState('');
  const staleAfter = useStaleAfter();
  const [amount, who] = [amountText(price), personName(userName)];
  const reason = isCorrection ? texts.reasons[0] : chosen.trim();
  const send = useVoid();
  return (
    <MoneyConfirm
      subject={`void ${codeCompra}`}
      send={send}
      body={{ codeCompra, reason, ...(isCorrection ? { again: true } : {}) }}
      isReady={reason !== ''}
      title={isCorrection ? texts.askCorrect(amount) : texts.askVoid(amount)}
      no={isCorrection ? texts.noCorrect : texts.noVoid}
      yes={texts.yesVoid(amount)}
      tone="danger"
      onNo={onNo}
      onDone={({ nuevoSaldo: balance, credit }) => {
        if (withToast) showToast('success', texts.voided1[credit](amount, who));
        void staleAfter('sale voided');
        onDone({ reason, balance, credit });
      }}
    >
      <p>
        {texts.voidNote(who, amount)}
        {points > 0 && ` ${texts.voidPoints(formatAmount(points))}`}
        {isCorrection && ` ${texts.correctNote}`}
      </p>
      {!isCorrection && <ReasonChips reason={chosen} onReason={setReason} />}
    </MoneyConfirm>
  );
}

/** Voided by the server, then shown on the sale's row on the stall's device. */
function useVoid() {
  const loadCommands = useCommands();
  const actor = useActor();
  return async (opId: OpId, command: PurchaseVoidCommand): Promise<CallAnswer<PurchaseVoidReceipt>> => {
    const outcome = await callServer(reportCalls.voidPurchase, { opId, body: command });
    if (outcome.kind !== 'ok' || actor?.userType !== 'ESTANTE') return outcome;
    // The sale is voided even if the disk fails, which the commands report.
    await loadCommands()
      .then((commands) => commands.noteVoidedPurchase(outcome.data.purchaseOpId))
      .catch(() => undefined);
    return outcome;
  };
}
