import { amountText } from '#src/client/shared/amounts.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { RankBars } from '#src/client/ui/charts/rank-bars.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import type { MarketToday } from '#src/contract/market-today.ts';
import styles from './market-home.module.css';

/** The stalls that sold most today: bars, and the same as a list that is read. */
export function BestStalls({ best }: Pick<MarketToday, 'best'>) {
  if (best.length === 0)
    return (
      <EmptyState drawing="sun" title={texts.noSales}>
        <p>{texts.noSalesNote}</p>
      </EmptyState>
    );
  return (
    <Panel className={styles.best}>
      <h2>{texts.best}</h2>
      <RankBars
        label={texts.best}
        rows={best.map(({ estanteId: id, estanteName: name, total: value }) => ({ id, name, value }))}
        format={amountText}
      />
    </Panel>
  );
}
