import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useStallBalances } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { toAmount } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import { payManyTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { paymentTexts } from '#src/extras/payouts/texts/payment-texts.ts';
import { byWay, chosenOf, type PayLine, payLines, paySums } from './pay-lines.ts';
import { PayRows } from './pay-rows.tsx';
import { payoutRunKey } from './use-payout-run.ts';
import styles from './pay-many.module.css';

/** Pagar varios: all stalls ticked, the sum, one confirmation. */
export function PayMany() {
  const query = useStallBalances();
  const [list, setList] = useState<readonly StallBalance[]>();
  // The manager confirms what they read: the list does not change until the run is refused or left.
  if (list === undefined && query.data !== undefined && !query.isFetching) setList(query.data);
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
        {(shown) => <Chosen balances={shown} onAgain={() => setList(undefined)} />}
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
    <div className={styles.frame}>
      <PayRows lines={lines} out={out} onOut={setOut} />
      <Zocalo place="panel">
        <div className={styles.foot}>
          <div className={styles.sums}>
            <p>{texts.stalls(sums.count)}</p>
            <p className={styles.total}>{total}</p>
          </div>
          <p className={styles.parts}>{partsText(sums)}</p>
          <Button
            variant="on-zocalo"
            size="money"
            className={styles.pay}
            disabled={sums.count === 0}
            onClick={() => setSure(true)}
          >
            {texts.pay(total)}
          </Button>
        </div>
      </Zocalo>
      <Spoken text={texts.spoken(sums.count, total)} />
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

function partsText({ owed, withheld, left }: ReturnType<typeof paySums>): string {
  const parts = [texts.owedInAll(amountText(owed))];
  if (withheld > 0) parts.push(texts.withheldInAll(amountText(withheld)));
  if (left > withheld) parts.push(texts.leftOut(amountText(left - withheld)));
  return parts.join(' · ');
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
        setMoved(outcome.kind === 'refused' && outcome.code === 'PAYOUT_MOVED');
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
