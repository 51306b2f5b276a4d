import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { figureColumn } from '#src/client/list/columns.tsx';
import { extraLinksOf } from '#src/client/list/extra-links.tsx';
import { List } from '#src/client/list/list.tsx';
import { useAsked } from '#src/client/list/paging.tsx';
import { SearchField } from '#src/client/list/search-field.tsx';
import { useStallBalances } from '#src/client/queries/home-figures.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { payoutTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { PayOwed } from './ask-amount.tsx';
import { PayoutList } from './cash-history.tsx';
import styles from './cash.module.css';

/** Balances that the market owes its stalls, largest first, with the action to pay one. */
export function StallBalances() {
  const query = useStallBalances();
  const { q, field, empty } = useAsked({});
  const staleAfter = useStaleAfter();
  const [paying, setPaying] = useState<StallBalance | null>(null);
  const wanted = q.toLowerCase();
  const stalls = query.data
    ?.filter(({ estanteName }) => estanteName.toLowerCase().includes(wanted))
    .sort((one, other) => other.owed - one.owed);
  return (
    <>
      <div className={`grid-10 at-end ${styles.tools}`}>
        <div role="search">
          <SearchField label={texts.searchLabel} {...field} />
        </div>
        {extraLinksOf('caja', 'GLOBAL_MARKET').map(({ to, icon, text }) => (
          <Link key={to} to={`/dashboard/${to}`} className={buttonClass({ size: 'base' })}>
            <Icon of={icon} size={22} />
            <span>{text}</span>
          </Link>
        ))}
      </div>
      <List
        query={query}
        rows={stalls}
        caption={texts.total}
        columns={columnsOf((stalls ?? []).some(({ withheld }) => withheld > 0))}
        acts={[
          {
            text: texts.pay,
            label: ({ estanteName }) => texts.titleOf(estanteName),
            icon: HandCoins,
            when: ({ owed }) => owed > 0,
            onAct: setPaying,
          },
        ]}
        rowKey={({ estanteId }) => estanteId}
        empty={{
          drawing: 'stall',
          title: texts.noStallsTitle,
          note: texts.noStalls,
          ...empty,
        }}
      >
        <p className={`row-16 between ${styles.foot}`}>
          {texts.total} <b className="sum-21">{amountText(owedTo(stalls))}</b>
        </p>
      </List>
      <PayoutList title={texts.history} withStall />
      {paying !== null && (
        <PayOwed
          subject={`payout ${paying.estanteId}`}
          name={paying.estanteName}
          owed={paying.owed}
          withheld={paying.withheld > 0 ? { amount: paying.withheld, ...texts.withheldPart } : undefined}
          words={texts}
          send={(opId, paid) =>
            callServer(cashCalls.payStall, { opId, body: { estanteId: paying.estanteId, ...paid } })
          }
          onOver={() => {
            void staleAfter('stall paid');
            setPaying(null);
          }}
        />
      )}
    </>
  );
}

function owedTo(stalls: readonly StallBalance[] = []): number {
  return stalls.reduce((sum, { owed }) => sum + Math.max(0, owed), 0);
}

/** On a card nothing else labels the amount. */
const owedColumn: Column<StallBalance> = {
  head: texts.owedHead,
  align: 'end',
  card: 'badge',
  cell: ({ owed }) => (
    <span className={styles.owed}>
      <small className="under">{texts.owedHead}</small>
      <b className="sum-21">{amountText(owed)}</b>
    </span>
  ),
};

function columnsOf(hasWithheld: boolean): (Column<StallBalance> | false)[] {
  return [
    { head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
    figureColumn(texts.sold, ({ sold }) => amountText(sold), 'hidden'),
    figureColumn(texts.voided, ({ voided }) => amountText(voided), 'hidden'),
    figureColumn(texts.paid, ({ paid }) => amountText(paid), 'hidden'),
    hasWithheld && withheldColumn,
    owedColumn,
  ];
}

const withheldColumn: Column<StallBalance> = {
  head: texts.withheld,
  // The cell names its own content, because a card shows no column heading.
  headHidden: true,
  align: 'end',
  card: ({ withheld }) => (withheld > 0 ? 'line' : 'hidden'),
  cell: ({ withheld }) => withheld > 0 && texts.withheldAmount(amountText(withheld)),
};
