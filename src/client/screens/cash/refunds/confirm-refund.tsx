import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { ReasonChoice } from '#src/client/shared/sale/reason-chips.tsx';
import { refundReasonTexts, refundTexts as texts } from '#src/client/texts/vouchers/refund-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import {
  refundReasons,
  type Refund,
  type Refundable,
  type RefundReason,
} from '#src/contract/vouchers/refund.ts';

interface ConfirmRefundProps {
  vouchers: readonly Refundable[];
  /** the most for one person where the reason is the market's own, smallest unit shown */
  cap: number;
  /** `isMoved`: somebody has bought meanwhile, and the list is to be read again */
  onNo: (isMoved: boolean) => void;
  onDone: (refunds: readonly Refund[]) => void;
}

/** Everything in sight before the cash leaves: who, why, how much at most, and who pays. */
export function ConfirmRefund({ vouchers, cap, onNo, onDone }: ConfirmRefundProps) {
  const [reason, setReason] = useState<RefundReason | null>(null);
  const [isMoved, setMoved] = useState(false);
  const staleAfter = useStaleAfter();
  const sum = vouchers.reduce((all, { monto }) => all + monto, 0);
  const total = amountText(sum);
  const people = new Set(vouchers.map(({ clientId }) => clientId)).size;
  const [first] = vouchers;
  const isCapped = reason !== 'MARKET_CLOSES' && reason !== 'AUTHORITY';
  return (
    <MoneyConfirm
      subject="refund"
      body={{ vouchers: vouchers.map(({ _id: id, monto }) => ({ id, monto })), reason: reason ?? 'ERROR' }}
      send={async (opId, body) => {
        const outcome = await callServer(cashCalls.refund, { opId, body });
        setMoved(outcome.kind === 'refused' && outcome.code === 'REFUND_MOVED');
        return outcome;
      }}
      isReady={reason !== null && !isMoved}
      title={texts.ask(total)}
      no={isMoved ? texts.lookAgain : texts.no}
      yes={texts.yes(total)}
      tone="danger"
      onNo={() => onNo(isMoved)}
      onDone={({ refunds }) => {
        void staleAfter('voucher refunded');
        onDone(refunds);
      }}
    >
      <AmountNotes amount={sum} />
      <ReasonChoice
        title={texts.why}
        reasons={refundReasons.map((value) => ({ value, label: refundReasonTexts[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
      <FactList
        facts={[
          {
            name: texts.receives,
            value: people === 1 && first ? personName(first.ownerName) : texts.people(people),
          },
          { name: texts.codes, value: String(vouchers.length) },
          { name: texts.cap, value: isCapped ? amountText(cap) : texts.noCap },
          { name: texts.pays, value: texts.marketCash },
        ]}
      />
      <Notice kind="pending">{texts.final}</Notice>
    </MoneyConfirm>
  );
}
