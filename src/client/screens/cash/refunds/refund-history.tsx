import { Printer } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { keys } from '#src/client/queries/keys.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { refundReasonTexts, refundTexts as texts } from '#src/client/texts/vouchers/refund-texts.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Refund } from '#src/contract/vouchers/refund.ts';
import { HistorySection } from '../cash-history.tsx';
import { RefundPrint } from './refunds-done.tsx';

/** Earlier refunds, whose receipts can be printed again. */
export function RefundHistory() {
  const [printed, setPrinted] = useState<Refund | null>(null);
  return (
    <>
      <HistorySection<Refund>
        queryKey={keys.refunds.all}
        read={(cursor) => callServer(cashCalls.listRefunds, { query: { cursor } })}
        title={texts.history}
        empty={{ title: texts.noHistoryTitle, text: texts.noHistory }}
        columns={columnsOf(setPrinted)}
        rowKey={({ code }) => code}
      />
      {printed !== null && <RefundPrint refunds={[printed]} onBack={() => setPrinted(null)} />}
    </>
  );
}

function columnsOf(onPrint: (refund: Refund) => void): Column<Refund>[] {
  return [
    { id: 'name', head: texts.name, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
    { id: 'act', head: texts.act, cell: ({ code }) => code, isWhole: true },
    { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    { id: 'reason', head: texts.reason, cell: ({ reason }) => refundReasonTexts[reason] },
    figureColumn('amount', texts.amount, ({ monto }) => amountText(monto)),
    actionsColumn((refund) => (
      <RowButton
        text={texts.printAgain}
        label={texts.printOf(refund.code)}
        variant="secondary"
        icon={Printer}
        onClick={() => onPrint(refund)}
      />
    )),
  ];
}
