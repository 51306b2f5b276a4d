import { salesTexts as texts } from '#src/client/texts/sales-texts.ts';
import { Panel } from '#src/client/ui/panel.tsx';
import type { PurchaseSummary } from '#src/contract/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import { amountText } from '../amount-text.ts';
import { periodText } from '../period/period.ts';
import type { Sales } from './use-sales.ts';
import styles from './sales.module.css';

/** What the period comes to: of all its sales, or of the chosen stall's; a search narrows the list alone. */
export function SaleTotals({ sales: { sums, stall, period } }: { sales: Sales }) {
  if (sums.data === undefined) return null;
  const { purchases, voids } = sumsOf(sums.data, stall);
  const figures = [
    {
      name: texts.sold,
      value: amountText(purchases.total),
      note: texts.soldNote(formatAmount(purchases.count)),
    },
    { name: texts.voids, value: amountText(voids.total), note: texts.voidsNote(formatAmount(voids.count)) },
    { name: texts.net, value: amountText(purchases.total - voids.total), note: texts.netNote },
  ];
  return (
    <Panel className={styles.totals} aria-busy={sums.isFetching}>
      <h2>{texts.totals(periodText(period))}</h2>
      <dl>
        {figures.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.figure}>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function sumsOf(
  summary: PurchaseSummary,
  stall: string,
): Pick<PurchaseSummary['totals'], 'purchases' | 'voids'> {
  const own = summary.stalls.find(({ estanteId }) => estanteId === stall);
  return own ?? summary.totals;
}
