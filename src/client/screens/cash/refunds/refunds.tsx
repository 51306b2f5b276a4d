import { Printer } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { MoreButton, useAsked, useMore } from '#src/client/list/paging.tsx';
import { EmptyList, SearchField } from '#src/client/list/search-field.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { ReasonChoice } from '#src/client/money/reason-chips.tsx';
import { keys } from '#src/client/queries/keys.ts';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { HistorySection } from '#src/client/screens/cash/cash-history.tsx';
import { refundTexts as texts, refundReasonTexts } from '#src/client/texts/vouchers/refund-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type TickRow, TickRows } from '#src/client/ui/tables/tick-rows.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import {
  type Refund,
  type Refundable,
  refundReasons,
  type RefundReason,
} from '#src/contract/vouchers/refund.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { RefundsDone, RefundPrint } from './refunds-done.tsx';

/** devoluciones: vouchers with a balance, one refund over all ticked rows, and earlier refunds. */
export function Refunds() {
  const [made, setMade] = useState<readonly Refund[] | null>(null);
  const settings = useMarketSettings(toMarketCode(''), { enabled: true });
  if (made !== null) return <RefundsDone refunds={made} onClose={() => setMade(null)} />;
  return (
    <>
      <ListBody query={settings} data={settings.data} skeletonRows={4} bare>
        {({ refundCap }) => <OpenBalances cap={refundCap} onMade={setMade} />}
      </ListBody>
      <RefundHistory />
    </>
  );
}

function OpenBalances({ cap, onMade }: { cap: number; onMade: (refunds: readonly Refund[]) => void }) {
  const { q, field, empty } = useAsked({});
  const { query, items } = useMore(keys.refunds.open(q), (cursor) =>
    callServer(cashCalls.listRefundable, { query: { q, cursor, limit: 100 } }),
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, Refundable>>(new Map());
  const [isSure, setSure] = useState(false);
  const total = amountText([...chosen.values()].reduce((sum, { monto }) => sum + monto, 0));
  const again = (): void => {
    setSure(false);
    setChosen(new Map());
    void query.refetch();
  };
  return (
    <section className="stack banded">
      <h2>{texts.open}</h2>
      <SearchField label={texts.searchLabel} {...field} />
      <ListBody
        query={query}
        data={items}
        isEmpty={items?.length === 0}
        empty={<EmptyList drawing="sun" title={texts.noneTitle} note={texts.none} {...empty} />}
        skeletonRows={6}
        bare
      >
        {(rows) => (
          <Panel>
            <TickRows
              all={texts.all}
              rows={rows.map(rowOf)}
              isTicked={(id) => chosen.has(id)}
              onTick={(ids, isTicked) => {
                const next = new Map(chosen);
                for (const row of rows.filter(({ _id }) => ids.includes(_id)))
                  if (isTicked) next.set(row._id, row);
                  else next.delete(row._id);
                setChosen(next);
              }}
            />
          </Panel>
        )}
      </ListBody>
      <MoreButton query={query} />
      {(chosen.size > 0 || (items ?? []).length > 0) && (
        <ActBand title={total} note={texts.chosen(chosen.size)}>
          <Button variant="on-zocalo" size="money" disabled={chosen.size === 0} onClick={() => setSure(true)}>
            {texts.refund(total)}
          </Button>
        </ActBand>
      )}
      {isSure && (
        <ConfirmRefund
          vouchers={[...chosen.values()]}
          cap={cap}
          onNo={(isMoved) => (isMoved ? again() : setSure(false))}
          onDone={onMade}
        />
      )}
    </section>
  );
}

function rowOf({ _id: id, ownerName, identificacion, shortCode, monto }: Refundable): TickRow {
  return {
    id,
    what: personName(ownerName),
    lines: [`${identificacion} · ${shortCode}`],
    amount: amountText(monto),
  };
}

interface ConfirmRefundProps {
  vouchers: readonly Refundable[];
  /** Limit per person when the reason is the market's own, in the smallest unit shown. */
  cap: number;
  /** `isMoved`: a purchase changed a balance meanwhile, so the list is read again. */
  onNo: (isMoved: boolean) => void;
  onDone: (refunds: readonly Refund[]) => void;
}

/** Shows every fact before cash is paid: customers, reason, limit, and who bears it. */
function ConfirmRefund({ vouchers, cap, onNo, onDone }: ConfirmRefundProps) {
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
        setMoved(outcome.kind === 'refused' && outcome.code === 'LIST_MOVED');
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

/** Earlier refunds, whose receipts can be printed again. */
function RefundHistory() {
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
