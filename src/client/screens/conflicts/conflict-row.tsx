import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import {
  conflictReasonTexts,
  conflictStateTexts,
  conflictsTexts as texts,
} from '#src/client/texts/office/conflicts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import type { Conflict, ConflictState } from '#src/contract/devices/settlement.ts';
import rows from '#src/client/shared/lists/money-rows.module.css';
import styles from './conflicts.module.css';

const badges: Record<ConflictState, BadgeKind> = {
  waiting: 'waiting',
  overspend: 'warning',
  review: 'refused',
  resolved: 'paid',
};

export function ConflictRow({ conflict, onSee }: { conflict: Conflict; onSee: () => void }) {
  const { state, kind, reason, alarm, price, missing, shortCode, userName } = conflict;
  const name = userName === '' ? texts.code(shortCode) : `${personName(userName)} · ${texts.code(shortCode)}`;
  return (
    <li>
      <Panel className={`${rows.row} ${styles.stacked}`} state={alarm ? 'refused' : 'plain'}>
        <div className={rows.facts}>
          <p className={rows.head}>
            <Badge kind={badges[state]}>{conflictStateTexts[state]}</Badge>
            {alarm && <Badge kind="refused">{texts.alarm}</Badge>}
            <span>
              {kind === 'sale' ? texts.sale : texts.topUp} · {dateTimeText(conflict.occurredAt)}
            </span>
          </p>
          <p className={rows.name}>{name}</p>
          <p className={rows.note}>{texts.at(conflict.estanteName, conflict.deviceName)}</p>
          <p className={rows.note}>{conflictReasonTexts[reason]}</p>
        </div>
        <div className={`${rows.worth} ${styles.worth}`}>
          <p className={rows.amount}>{amountText(price)}</p>
          {missing > 0 && <p className={styles.missing}>{texts.missing(amountText(missing))}</p>}
          <Button
            size="row"
            variant={canAssign(conflict) ? 'primary' : 'secondary'}
            aria-label={`${texts.see}: ${name}`}
            onClick={onSee}
          >
            {canAssign(conflict) ? texts.see : texts.seeDone}
          </Button>
        </div>
      </Panel>
    </li>
  );
}

/** What waits for its top-up settles itself; what is resolved stays so. */
export function canAssign({ state, alarm }: Conflict): boolean {
  return state === 'overspend' || state === 'review' || (state === 'waiting' && alarm);
}
