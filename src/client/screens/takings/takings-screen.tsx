import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useHeldStalls, useTakings } from '#src/client/queries/takings.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { HeldStall } from '#src/contract/takings/schemas.ts';
import { HeldSales } from './held-sales.tsx';
import { ReviewBand } from './review-band.tsx';
import { WhyHeld } from './why-held.tsx';
import styles from './takings.module.css';

/** ventas por revisar: one stall at a time, why, which sales, and the one decision. */
export function TakingsScreen() {
  const query = useHeldStalls();
  const [params, setParams] = useSearchParams();
  const stalls = query.data ?? [];
  const shown = stalls.find(({ estanteId }) => estanteId === params.get('estante')) ?? stalls[0];
  const show = (estante: string): void => setParams({ estante }, { replace: true });
  return (
    <>
      <header className={styles.head}>
        <Link to="/dashboard/ventas" className={styles.back} aria-label={texts.toSales}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
        {stalls.length > 1 && shown !== undefined && (
          <FilterChips
            label={texts.stalls}
            chosen={shown.estanteId}
            onChoose={show}
            chips={stalls.map(({ estanteId: value, estanteName, held }) => ({
              value,
              label: texts.stallWith(estanteName, amountText(held)),
            }))}
          />
        )}
      </header>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={shown === undefined}
        empty={<EmptyList drawing="sun" title={texts.noneTitle} note={texts.none} />}
        bare
      >
        {() => shown && <OneStall key={shown.estanteId} stall={shown} />}
      </ListBody>
    </>
  );
}

function OneStall({ stall }: { stall: HeldStall }) {
  const query = useTakings(stall.estanteId);
  return (
    <ListBody query={query} data={query.data} isEmpty={query.data?.held === 0} empty={null} bare>
      {(takings) => (
        <div className={styles.frame}>
          <div className={styles.columns}>
            <WhyHeld takings={takings} />
            <HeldSales takings={takings} />
          </div>
          <ReviewBand takings={takings} />
        </div>
      )}
    </ListBody>
  );
}
