import { WifiOff } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useLostAt } from '#src/client/state/lost-link.ts';
import { ownDayTexts as texts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { type DayPurchase, type DayPurchaseState, isWaiting } from './own-day.ts';
import styles from './day-list.module.css';

/** Rows per step. */
const rowsAtOnce = 50;

/** Purchases newest first, with time, customer, outcome and amount. A line marks when the link was lost. */
export function DayList({ sales }: { sales: readonly DayPurchase[] }) {
  const [most, setMost] = useState(rowsAtOnce);
  const lostAt = useLostAt();
  const shown = sales.slice(0, most);
  const cut = lostAt === null ? -1 : shown.findIndex(({ at }) => at < lostAt);
  return (
    <>
      <ul className={`card ${styles.list}`}>
        {shown.map((purchase, place) => (
          <Fragment key={purchase.id}>
            {place === cut && lostAt !== null && (
              <li className={`row-12 small strong ${styles.cut}`} data-tone="pending">
                <Icon of={WifiOff} size={20} />
                {texts.lost(timeText(lostAt))}
              </li>
            )}
            <DayRow purchase={purchase} />
          </Fragment>
        ))}
      </ul>
      {sales.length > most && (
        <Button variant="secondary" onClick={() => setMost(most + rowsAtOnce)}>
          {texts.more(sales.length - most)}
        </Button>
      )}
    </>
  );
}

export const purchaseBadges: Record<DayPurchaseState, BadgeKind> = {
  confirmed: 'paid',
  'to-send': 'pending',
  'at-server': 'waiting',
  open: 'warning',
  voided: 'undone',
  'not-charged': 'inactive',
  unpaid: 'refused',
};

function DayRow({ purchase: { at, userName, shortCode, amount, state } }: { purchase: DayPurchase }) {
  const isCounted = state === 'confirmed' || isWaiting({ state });
  return (
    <li className={`flow-4 ${styles.row}`}>
      <span className={`soft strong ${styles.hour}`}>{timeText(at)}</span>
      <span className={styles.what}>
        <b className="breaks">{userName === '' ? texts.code(shortCode) : personName(userName)}</b>
        <Badge kind={purchaseBadges[state]}>{texts.states[state]}</Badge>
      </span>
      {isCounted ? (
        <b className={`bold whole end ${styles.amount}`}>{amountText(amount)}</b>
      ) : (
        <s className={`soft whole end ${styles.amount}`}>{amountText(amount)}</s>
      )}
    </li>
  );
}
