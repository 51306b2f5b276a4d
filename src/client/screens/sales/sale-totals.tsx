import { amountText } from '#src/client/shared/amounts.ts';
import { periodText } from '#src/client/shared/period/period.ts';
import { salesTexts as texts } from '#src/client/texts/sales-texts.ts';
import { Panel } from '#src/client/ui/panel.tsx';
import type { PurchaseSummary } from '#src/contract/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { Sales } from './use-sales.ts';
import styles from './sales.module.css';

/** What the period comes to: of all its sales, or of the chosen stall's; a search narrows the list alone. */
export function SaleTotals({ sales: { sums, stall, period } }: { sales: Sales }) {
  const figures = figuresOf(sums.data === undefined ? undefined : sumsOf(sums.data, stall?.id ?? ''));
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

type Sums = Pick<PurchaseSummary['totals'], 'purchases' | 'voids'>;

/** Until the sums come their places are kept: what is below does not move. */
function figuresOf(sums: Sums | undefined) {
  const { purchases, voids } = sums ?? {};
  const value = (amount: number | undefined) => (amount === undefined ? texts.coming : amountText(amount));
  return [
    {
      name: texts.sold,
      value: value(purchases?.total),
      note: purchases === undefined ? texts.coming : texts.soldNote(formatAmount(purchases.count)),
    },
    {
      name: texts.voids,
      value: value(voids?.total),
      note: voids === undefined ? texts.coming : texts.voidsNote(formatAmount(voids.count)),
    },
    {
      name: texts.net,
      value: value(purchases && voids && purchases.total - voids.total),
      note: texts.netNote,
    },
  ];
}

function sumsOf(summary: PurchaseSummary, stall: string): Sums {
  const own = summary.stalls.find(({ estanteId }) => estanteId === stall);
  return own ?? summary.totals;
}
