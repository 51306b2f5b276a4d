import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { ReasonChoice } from '#src/client/shared/sale/reason-chips.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { refundReasonTexts } from '#src/client/texts/vouchers/refund-texts.ts';
import { paperTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import { shortCodeField, type Restore } from '#src/contract/restored/schemas.ts';
import { refundReasons, type RefundReason } from '#src/contract/vouchers/refund.ts';
import { ConfirmFrame } from './confirm-frame.tsx';
import { useConfirmed } from './use-confirmed.ts';

/** A refund by the short code of its voucher, as its signed receipt says it. */
export function ConfirmRefund({ restore }: { restore: Restore }) {
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState(0);
  const [reason, setReason] = useState<RefundReason | null>(null);
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const onConfirmed = useConfirmed('refunds');
  const code = shortCodeField.safeParse(typed).data;
  return (
    <ConfirmFrame
      kind="refunds"
      restore={restore}
      note={texts.refundMayWait}
      yes={amount === 0 ? texts.refundedNothing : texts.refunded(amountText(amount))}
      onYes={() => {
        setTried(true);
        setAsked(code !== undefined && amount > 0 && reason !== null);
      }}
      dialog={
        isAsked &&
        code !== undefined &&
        reason !== null && (
          <MoneyConfirm
            subject={`restored refund ${code}`}
            body={{ epoch: restore.epoch, code, monto: toAmount(amount), reason }}
            send={(opId, body) => callServer(restoredCalls.confirmRefund, { opId, body })}
            title={texts.askRefunded(amountText(amount), code)}
            no={texts.check}
            yes={texts.refunded(amountText(amount))}
            onNo={() => setAsked(false)}
            onDone={onConfirmed}
          >
            <p>{texts.askRefundedNote}</p>
          </MoneyConfirm>
        )
      }
    >
      <Field
        label={texts.code}
        hint={texts.codeHint}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={19}
        value={typed}
        error={isTried && code === undefined ? texts.codeWrong : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <AmountField
        label={texts.refundAmount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        clearable
        error={isTried && amount === 0 ? texts.amountNeeded : undefined}
      />
      <ReasonChoice
        title={texts.refundReason}
        reasons={refundReasons.map((value) => ({ value, label: refundReasonTexts[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
      {isTried && reason === null && <Notice kind="refused">{texts.reasonNeeded}</Notice>}
    </ConfirmFrame>
  );
}
