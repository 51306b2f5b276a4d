import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useStallBalances } from '#src/client/queries/cash.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { payManyTexts as texts } from '#src/client/texts/office/pay-many-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import type { StallBalance } from '#src/contract/markets/cash.ts';
import { PayRows } from './pay-rows.tsx';
import { type PayLine, payLines, paySums } from './pay-lines.ts';
import styles from './pay-many.module.css';

/** pagar varios: everybody ticked, the sum, one confirmation. */
export function PayMany() {
  const query = useStallBalances();
  const [list, setList] = useState<readonly StallBalance[]>();
  // What is confirmed is what was read: the list stands still under the finger until it is refused or left.
  if (list === undefined && query.data !== undefined && !query.isFetching) setList(query.data);
  const lines = list === undefined ? undefined : payLines(list);
  return (
    <>
      <header className={styles.head}>
        <Link to="/dashboard/caja" className={styles.back} aria-label={texts.back}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
      </header>
      <ListBody
        query={query}
        data={lines}
        isEmpty={lines?.length === 0}
        empty={<EmptyList drawing="stall" title={texts.nobodyTitle} note={texts.nobody} />}
        skeletonRows={8}
        bare
      >
        {(shown) => <Chosen lines={shown} onAgain={() => setList(undefined)} />}
      </ListBody>
    </>
  );
}

interface ChosenProps {
  lines: readonly PayLine[];
  /** The list is read again. */
  onAgain: () => void;
}

function Chosen({ lines, onAgain }: ChosenProps) {
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
          lines={lines.filter(({ id, payable }) => payable > 0 && !out.has(id))}
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

function partsText({ owed, held, left }: ReturnType<typeof paySums>): string {
  const parts = [texts.owedInAll(amountText(owed))];
  if (held > 0) parts.push(texts.heldInAll(amountText(held)));
  if (left > held) parts.push(texts.leftOut(amountText(left - held)));
  return parts.join(' · ');
}

interface ConfirmRunProps {
  lines: readonly PayLine[];
  sums: ReturnType<typeof paySums>;
  /** `isMoved`: the list was refused, and is to be read again */
  onNo: (isMoved: boolean) => void;
}

function ConfirmRun({ lines, sums, onNo }: ConfirmRunProps) {
  const staleAfter = useStaleAfter();
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const [isMoved, setMoved] = useState(false);
  const total = amountText(sums.total);
  return (
    <MoneyConfirm
      subject="payout run"
      body={{
        pagos: lines.map(({ id, payable, paid }) => ({
          estanteId: id,
          monto: toAmount(payable),
          paid: toAmount(paid),
        })),
      }}
      send={async (opId, body) => {
        const outcome = await callServer(cashCalls.payStalls, { opId, body });
        setMoved(outcome.kind === 'refused' && outcome.code === 'PAYOUT_MOVED');
        return outcome;
      }}
      title={texts.ask(total, sums.count)}
      no={isMoved ? texts.lookAgain : texts.no}
      yes={texts.yes(total)}
      isReady={!isMoved}
      onNo={() => onNo(isMoved)}
      onDone={(run) => {
        client.setQueryData(keys.payoutRun.one(run.codeRun), run);
        setParams({ hoja: run.codeRun, pagado: 'si' }, { replace: true });
        void staleAfter('stall paid');
      }}
    >
      <p>{texts.askNote}</p>
      <FactList
        facts={[
          { name: texts.count, value: String(sums.count) },
          { name: texts.left, value: amountText(sums.left) },
        ]}
      />
    </MoneyConfirm>
  );
}
