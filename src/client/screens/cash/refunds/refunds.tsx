import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { MoreButton, useMore } from '#src/client/shared/lists/more-rows.tsx';
import { EmptyList, SearchField, useSearch } from '#src/client/shared/lists/search-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { ReasonChoice } from '#src/client/shared/sale/reason-chips.tsx';
import { refundTexts as texts, refundReasonTexts } from '#src/client/texts/vouchers/refund-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { toMarketCode } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import {
  type Refund,
  type Refundable,
  refundReasons,
  type RefundReason,
} from '#src/contract/vouchers/refund.ts';
import { RefundHistory } from './refund-history.tsx';
import { RefundsDone } from './refunds-done.tsx';
import styles from './refunds.module.css';

/** devoluciones: vouchers with a balance, one refund over all ticked rows, and earlier refunds. */
export function Refunds() {
  const [made, setMade] = useState<readonly Refund[] | null>(null);
  const settings = useMarketSettings(toMarketCode(''), { enabled: true });
  if (made !== null) return <RefundsDone refunds={made} onClose={() => setMade(null)} />;
  return (
    <>
      <ListBody query={settings} data={settings.data} skeletonRows={4} bare>
        {({ refundsOn, refundCap }) =>
          refundsOn ? (
            <OpenBalances cap={refundCap} onMade={setMade} />
          ) : (
            <>
              <Notice kind="pending">{texts.off}</Notice>
              <p>
                <Link to="/dashboard/ajustes" className={buttonClass({ variant: 'secondary' })}>
                  {texts.toSettings}
                </Link>
              </p>
            </>
          )
        }
      </ListBody>
      <RefundHistory />
    </>
  );
}

interface OpenBalancesProps {
  cap: number;
  onMade: (refunds: readonly Refund[]) => void;
}

function OpenBalances({ cap, onMade }: OpenBalancesProps) {
  const { q, field, empty } = useSearch();
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
    <section className="stack">
      <h2>{texts.open}</h2>
      <SearchField label={texts.searchLabel} {...field} />
      <ListBody
        query={query}
        data={items}
        isEmpty={items?.length === 0}
        empty={<EmptyList drawing="sun" title={texts.noneTitle} note={texts.none} {...empty} />}
        skeletonRows={6}
      >
        {(rows) => <Rows rows={rows} chosen={chosen} onChosen={setChosen} />}
      </ListBody>
      <MoreButton query={query} />
      {chosen.size > 0 && (
        <div className={styles.act}>
          <Zocalo place="panel">
            <div className={styles.foot}>
              <p>{texts.chosen(chosen.size)}</p>
              <Button variant="on-zocalo" size="money" wide onClick={() => setSure(true)}>
                {texts.refund(total)}
              </Button>
            </div>
          </Zocalo>
        </div>
      )}
      <Spoken text={chosen.size > 0 ? texts.spoken(chosen.size, total) : ''} />
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

interface RowsProps {
  rows: readonly Refundable[];
  chosen: ReadonlyMap<string, Refundable>;
  onChosen: (chosen: ReadonlyMap<string, Refundable>) => void;
}

/** The whole row is the label of its tick box. */
function Rows({ rows, chosen, onChosen }: RowsProps) {
  const isAll = rows.every(({ _id }) => chosen.has(_id));
  return (
    <ul className={styles.rows}>
      <li>
        <label className={styles.row}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onChosen(isAll ? new Map() : new Map(rows.map((row) => [row._id, row])))}
          />
          <b>{texts.all}</b>
        </label>
      </li>
      {rows.map((row) => (
        <li key={row._id}>
          <label className={styles.row}>
            <input
              type="checkbox"
              checked={chosen.has(row._id)}
              onChange={() => {
                const next = new Map(chosen);
                if (!next.delete(row._id)) next.set(row._id, row);
                onChosen(next);
              }}
            />
            <span className={styles.who}>
              <b>{personName(row.ownerName)}</b>
              <small>{`${row.identificacion} · ${row.shortCode}`}</small>
            </span>
            <span className={styles.amount}>{amountText(row.monto)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
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
