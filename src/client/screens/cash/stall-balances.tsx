import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useStallBalances } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { extraLinksOf } from '#src/client/shared/lists/extra-links.tsx';
import { SearchField } from '#src/client/shared/lists/search-field.tsx';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { payoutTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import { PayOwed } from './ask-amount.tsx';
import { PayoutList } from './cash-history.tsx';
import styles from './cash.module.css';

/** Balances that the market owes its stalls, largest first, with the action to pay one. */
export function StallBalances() {
  const query = useStallBalances();
  const [search, setSearch] = useState('');
  const [paying, setPaying] = useState<StallBalance | null>(null);
  const wanted = search.trim().toLowerCase();
  const stalls = query.data
    ?.filter(({ estanteName }) => estanteName.toLowerCase().includes(wanted))
    .sort((one, other) => other.owed - one.owed);
  return (
    <>
      <div className={styles.tools}>
        <div role="search">
          <SearchField label={texts.searchLabel} value={search} onSearch={setSearch} />
        </div>
        {extraLinksOf('caja', 'GLOBAL_MARKET').map(({ to, icon, text }) => (
          <Link key={to} to={`/dashboard/${to}`} className={buttonClass({ size: 'base' })}>
            <Icon of={icon} size={22} />
            <span>{text}</span>
          </Link>
        ))}
      </div>
      <ListTable
        query={query}
        rows={stalls}
        caption={texts.total}
        columns={columnsOf(
          setPaying,
          (stalls ?? []).some(({ withheld }) => withheld > 0),
        )}
        rowKey={({ estanteId }) => estanteId}
        empty={{
          drawing: 'stall',
          title: texts.noStallsTitle,
          note: texts.noStalls,
          search,
          onClear: () => setSearch(''),
        }}
      >
        <p className={styles.foot}>
          {texts.total} <b>{amountText(owedTo(stalls))}</b>
        </p>
      </ListTable>
      <PayoutList title={texts.history} withStall />
      {paying !== null && <PayStall stall={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

function owedTo(stalls: readonly StallBalance[] = []): number {
  return stalls.reduce((sum, { owed }) => sum + Math.max(0, owed), 0);
}

/** On a card nothing else labels the amount. */
const owedColumn: Column<StallBalance> = {
  id: 'owed',
  head: texts.owedHead,
  align: 'end',
  card: 'badge',
  cell: ({ owed }) => (
    <span className={styles.owed}>
      <small>{texts.owedHead}</small>
      <b>{amountText(owed)}</b>
    </span>
  ),
};

function columnsOf(onPay: (stall: StallBalance) => void, hasWithheld: boolean): Column<StallBalance>[] {
  return [
    { id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
    figureColumn('sold', texts.sold, ({ sold }) => amountText(sold), 'hidden'),
    figureColumn('voided', texts.voided, ({ voided }) => amountText(voided), 'hidden'),
    figureColumn('paid', texts.paid, ({ paid }) => amountText(paid), 'hidden'),
    ...(hasWithheld ? [withheldColumn] : []),
    owedColumn,
    actionsColumn(
      (stall) =>
        stall.owed > 0 && (
          <span className={styles.pay}>
            <RowButton
              text={texts.pay}
              label={texts.titleOf(stall.estanteName)}
              icon={HandCoins}
              variant="secondary"
              onClick={() => onPay(stall)}
            />
          </span>
        ),
      ({ owed }) => (owed > 0 ? 'actions' : 'hidden'),
    ),
  ];
}

const withheldColumn: Column<StallBalance> = {
  id: 'withheld',
  head: texts.withheld,
  // The cell names its own content, because a card shows no column heading.
  headHidden: true,
  align: 'end',
  card: ({ withheld }) => (withheld > 0 ? 'line' : 'hidden'),
  cell: ({ withheld }) => withheld > 0 && texts.withheldAmount(amountText(withheld)),
};

interface PayStallProps {
  stall: StallBalance;
  onClose: () => void;
}

/** pago a un estante */
function PayStall({ stall, onClose }: PayStallProps) {
  const { estanteId, estanteName, owed, withheld } = stall;
  const staleAfter = useStaleAfter();
  return (
    <PayOwed
      subject={`payout ${estanteId}`}
      name={estanteName}
      owed={owed}
      withheld={withheld > 0 ? { amount: withheld, ...texts.withheldPart } : undefined}
      words={texts}
      send={(opId, paid) => callServer(cashCalls.payStall, { opId, body: { estanteId, ...paid } })}
      onOver={() => {
        void staleAfter('stall paid');
        onClose();
      }}
    />
  );
}
