import { Printer } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { keys } from '#src/client/queries/keys.ts';
import { refundReasonTexts, refundTexts as texts } from '#src/client/texts/vouchers/refund-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
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
        columns={columns}
        acts={[
          {
            text: texts.printAgain,
            label: ({ code }) => texts.printOf(code),
            icon: Printer,
            onAct: setPrinted,
          },
        ]}
        rowKey={({ code }) => code}
      />
      {printed !== null && <RefundPrint refunds={[printed]} onBack={() => setPrinted(null)} />}
    </>
  );
}

const columns: Column<Refund>[] = [
  { head: texts.name, cell: ({ ownerName }) => personName(ownerName), card: 'title' },
  { head: texts.act, cell: ({ code }) => code, isWhole: true },
  { head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
  { head: texts.reason, cell: ({ reason }) => refundReasonTexts[reason] },
  figureColumn(texts.amount, ({ monto }) => amountText(monto)),
];
