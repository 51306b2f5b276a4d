import { Check } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { saleDetailTexts as texts } from '#src/client/texts/purchases/sales-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Keypad, amountAfterKey } from '#src/client/ui/fields/keypad.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { toAmount, type Amount, type OpId, type Pesos } from '#src/contract/brands.ts';
import type { PurchaseVoidCommand, PurchaseVoidReceipt } from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import { formatAmount } from '#src/domain/money.ts';
import { ReasonChips } from './reason-chips.tsx';
import styles from './how-much.module.css';

/** Result of a void; smallest unit shown. */
export type VoidedPart = {
  reason: string;
  returned: Amount;
  /** The sale's remaining amount. */
  stands: Amount;
  /** The voucher's balance after the void. */
  balance: Amount;
};

interface VoidSaleProps {
  sale: Pick<PurchaseRow, 'codeCompra' | 'price' | 'points' | 'userName' | 'givenBack'>;
  /** False when the caller shows the result itself. */
  withToast?: boolean;
  onNo: () => void;
  onDone: (voided: VoidedPart) => void;
}

/** Voids the rest of a sale, or a part of it: one tap for the reason, and one that repeats the amount. */
export function VoidSale({ sale, withToast = true, onNo, onDone }: VoidSaleProps) {
  const { codeCompra, price, points, userName, givenBack } = sale;
  const stands = toAmount(price - (givenBack?.amount ?? 0));
  const [reason, setReason] = useState('');
  const [part, setPart] = useState<number | null>(null);
  const staleAfter = useStaleAfter();
  const asked = toAmount(part ?? stands);
  const [amount, who] = [amountText(asked), personName(userName)];
  const said = reason.trim();
  const send = useVoid();
  return (
    <MoneyConfirm
      subject={`void ${codeCompra}`}
      send={send}
      body={{ codeCompra, reason: said, ...(part === null ? {} : { monto: asked }) }}
      isReady={said !== '' && asked > 0 && asked <= stands}
      title={part === null ? texts.askVoid(amount) : texts.askPart}
      no={texts.noVoid}
      yes={texts.yesVoid(amount)}
      tone="danger"
      onNo={onNo}
      onDone={(receipt) => {
        const returned = receipt.returned ?? receipt.price;
        if (withToast) showToast('success', texts.voided1(amountText(returned), who));
        void staleAfter('sale voided');
        onDone({
          reason: said,
          returned,
          stands: receipt.stands ?? toAmount(0),
          balance: receipt.nuevoSaldo,
        });
      }}
    >
      <p aria-live="polite">
        {part === null && texts.voidNote(who, amount)}
        {part === null && points > 0 && ` ${texts.voidPoints(formatAmount(points))}`}
        {part !== null && texts.partNote(who, amount, amountText(Math.max(0, stands - part)))}
      </p>
      <HowMuch stands={stands} part={part} onPart={setPart} />
      <ReasonChips reasons={texts.reasons} reason={reason} onReason={setReason} />
    </MoneyConfirm>
  );
}

/** Voided by the server, then shown on the sale's row on the stall's device. */
function useVoid() {
  const loadCommands = useCommands();
  const actor = useActor();
  return async (opId: OpId, command: PurchaseVoidCommand): Promise<Outcome<PurchaseVoidReceipt>> => {
    const outcome = await callServer(reportCalls.voidSale, { opId, body: command });
    if (outcome.kind !== 'ok' || actor?.userType !== 'ESTANTE') return outcome;
    const { purchaseOpIds } = outcome.data;
    try {
      const commands = await loadCommands();
      await commands.noteVoidedSale({ command, purchaseOpIds });
    } catch {
      // The sale is voided even if the disk fails, which the commands report.
    }
    return outcome;
  };
}

interface HowMuchProps {
  /** The sale's remaining amount, which is the maximum. */
  stands: Pesos;
  /** Null for the whole amount. */
  part: number | null;
  onPart: (part: number | null) => void;
}

/** The whole sale, or a part of it, with a field and a pad for the amount. */
function HowMuch({ stands, part, onPart }: HowMuchProps) {
  const tooMuch = part !== null && part > stands;
  return (
    <>
      <div className={styles.choice} role="group" aria-label={texts.howMuch}>
        <button type="button" aria-pressed={part === null} onClick={() => onPart(null)}>
          {part === null && <Icon of={Check} size={20} />}
          {texts.all} <b>{amountText(stands)}</b>
        </button>
        <button type="button" aria-pressed={part !== null} onClick={() => onPart(part ?? 0)}>
          {part !== null && <Icon of={Check} size={20} />}
          {texts.part}
        </button>
      </div>
      {part !== null && (
        <div className={styles.amount}>
          <AmountField
            label={texts.partLabel}
            symbol={currencySymbol()}
            amount={part}
            onAmount={onPart}
            max={maxTyped}
            withPad
            takesFocus
            active
            alarm={tooMuch && texts.tooMuch(amountText(stands))}
          />
          <Keypad onKey={(key) => onPart(amountAfterKey(part, key, maxTyped))} />
        </div>
      )}
    </>
  );
}
