import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { ListBody } from '#src/client/list/list-body.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { useStallBalances } from '#src/client/queries/home-figures.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type TickRow, TickRows } from '#src/client/ui/tables/tick-rows.tsx';
import type { PaymentWay } from '#src/contract/cash/payment-way.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { wayText } from '#src/extras/payouts/client/payment/way-text.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import { payManyTexts as texts, paymentTexts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { payoutRunKey } from './paid-run.tsx';
import { chosenOf, type PayLine, payLines, paySums } from './pay-lines.ts';

/** Pagar varios: all stalls ticked, the sum, one confirmation. */
export function PayMany() {
  const query = useStallBalances();
  const [list, setList] = useState<readonly StallBalance[]>();
  // The manager confirms what they read: the list does not change until the run is refused or left.
  if (list === undefined && query.data !== undefined && !query.isFetching) setList(query.data);
  const readAgain = () => query.refetch().then(() => setList(undefined));
  return (
    <>
      <header className="row">
        <Link to="/dashboard/caja" className="back" aria-label={texts.back}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
      </header>
      <ListBody
        query={query}
        data={list}
        isEmpty={list?.every(({ owed }) => owed <= 0) === true}
        empty={<EmptyList drawing="stall" title={texts.nobodyTitle} note={texts.nobody} />}
        skeletonRows={8}
        bare
      >
        {(shown) => <Chosen balances={shown} onAgain={() => void readAgain()} />}
      </ListBody>
    </>
  );
}

interface ChosenProps {
  balances: readonly StallBalance[];
  /** Reloads the list. */
  onAgain: () => void;
}

function Chosen({ balances, onAgain }: ChosenProps) {
  const [nowMs] = useState(() => Date.now());
  const lines = payLines(balances, nowMs);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [isSure, setSure] = useState(false);
  const sums = paySums(lines, out);
  const total = amountText(sums.total);
  return (
    <div className="stack banded">
      <Panel>
        <TickRows
          all={texts.all}
          rows={lines.map(rowOf)}
          isTicked={(id) => !out.has(id)}
          onTick={(ids, isTicked) => {
            const others = [...out].filter((id) => !ids.includes(id));
            setOut(new Set(isTicked ? others : [...others, ...ids]));
          }}
        />
      </Panel>
      <ActBand title={total} note={partsText(sums)}>
        <Button variant="on-zocalo" size="money" disabled={sums.count === 0} onClick={() => setSure(true)}>
          {texts.pay(total)}
        </Button>
      </ActBand>
      {isSure && (
        <ConfirmRun
          lines={chosenOf(lines, out)}
          sums={sums}
          onNo={(isMoved) => {
            setSure(false);
            if (isMoved) onAgain();
          }}
        />
      )}
    </div>
  );
}

function rowOf({ id, stall, owner, owed, withheld, payable, payment, isRecent }: PayLine): TickRow {
  const isLocked = payable === 0;
  const parts = `${texts.owedInAll(amountText(owed))} · ${texts.withheldInAll(amountText(Math.min(owed, withheld)))}`;
  return {
    id,
    what: stall,
    lines: [
      isLocked ? texts.allWithheld : `${personName(owner)} · ${wayText(payment.way)}`,
      ...(withheld > 0 ? [parts] : []),
    ],
    warning: isRecent ? paymentTexts.recent(dateText(payment.changedAt ?? '')) : undefined,
    amount: amountText(payable),
    isLocked,
  };
}

function partsText({ count, owed, withheld, left }: ReturnType<typeof paySums>): string {
  return [
    texts.stalls(count),
    texts.owedInAll(amountText(owed)),
    ...(withheld > 0 ? [texts.withheldInAll(amountText(withheld))] : []),
    ...(left > withheld ? [texts.leftOut(amountText(left - withheld))] : []),
  ].join(' · ');
}

interface ConfirmRunProps {
  lines: readonly PayLine[];
  sums: ReturnType<typeof paySums>;
  /** `isMoved`: the list was refused and must be reloaded. */
  onNo: (isMoved: boolean) => void;
}

const wayNames = {
  KEY: paymentTexts.byKey,
  ACCOUNT: paymentTexts.byAccount,
  CASH: paymentTexts.inCash,
} as const;

function ConfirmRun({ lines, sums, onNo }: ConfirmRunProps) {
  const staleAfter = useStaleAfter();
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const [isMoved, setMoved] = useState(false);
  const total = amountText(sums.total);
  const ways = byWay(lines.map(({ payment, payable }) => ({ way: payment.way, amount: payable })));
  const recent = lines.filter(({ isRecent }) => isRecent).length;
  return (
    <MoneyConfirm
      subject="payout run"
      body={{
        pagos: lines.map(({ id, payable, paid, payment }) => ({
          estanteId: id,
          monto: toAmount(payable),
          paid: toAmount(paid),
          wayAt: payment.changedAt,
        })),
      }}
      send={async (opId, body) => {
        const outcome = await callServer(payoutCalls.payStalls, { opId, body });
        setMoved(outcome.kind === 'refused' && outcome.code === 'LIST_MOVED');
        return outcome;
      }}
      title={texts.ask(total, sums.count)}
      no={isMoved ? texts.lookAgain : texts.no}
      yes={texts.yes(total)}
      isReady={!isMoved}
      onNo={() => onNo(isMoved)}
      onDone={(run) => {
        client.setQueryData(payoutRunKey(run.codeRun), run);
        setParams({ hoja: run.codeRun, pagado: 'si' }, { replace: true });
        void staleAfter('stall paid');
      }}
    >
      <p>{texts.askNote}</p>
      {recent > 0 && <Notice kind="pending">{paymentTexts.recentAdvice(recent)}</Notice>}
      <FactList
        facts={[
          { name: texts.count, value: String(sums.count) },
          ...ways.map(({ kind, count, total: sum }) => ({
            name: wayNames[kind],
            value: paymentTexts.sum(count, amountText(sum)),
          })),
          { name: texts.left, value: amountText(sums.left) },
        ]}
      />
    </MoneyConfirm>
  );
}

/** Returns the total for each payment way in use. */
function byWay<Paid extends { way: PaymentWay; amount: number }>(
  paid: readonly Paid[],
): { kind: PaymentWay['kind']; count: number; total: number }[] {
  return (['KEY', 'ACCOUNT', 'CASH'] as const).flatMap((kind) => {
    const own = paid.filter(({ way }) => way.kind === kind);
    const total = own.reduce((sum, { amount }) => sum + amount, 0);
    return own.length === 0 ? [] : [{ kind, count: own.length, total }];
  });
}
