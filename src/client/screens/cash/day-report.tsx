import { Lock } from 'lucide-react';
import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, dayText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { dayTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import type { DayClose } from '#src/contract/cash.ts';
import { AccountSheet } from './account-sheet.tsx';
import { sidesOf, totalAfter } from './balance-sheet.ts';
import { CloseDay } from './close-day.tsx';
import { DayFlow } from './day-flow.tsx';
import styles from './cash.module.css';

export function DayReport({ close }: { close: DayClose }) {
  const [isAsked, setAsked] = useState(false);
  const { held, owed } = sidesOf(close.accounts);
  return (
    <>
      <header className={styles.dayHead}>
        <h2>{dayText(close.day)}</h2>
        <p>
          {close.closedAt === null
            ? texts.isOpen
            : texts.isClosed(personName(close.closedBy), dateTimeText(close.closedAt))}
        </p>
      </header>
      {close.addsUp ? (
        <Notice kind="paid">{texts.addsUp(amountText(totalAfter(held)))}</Notice>
      ) : (
        <Notice kind="refused">{texts.doesNotAddUp(amountText(close.sum))}</Notice>
      )}
      <StillOut close={close} />
      <DayFlow close={close} />
      <AccountSheet title={texts.held} lines={held} />
      <AccountSheet title={texts.owed} lines={owed} />
      {close.closedAt === null && (
        <div>
          <Button size="money" icon={Lock} onClick={() => setAsked(true)}>
            {texts.close}
          </Button>
        </div>
      )}
      {isAsked && <CloseDay close={close} onClose={() => setAsked(false)} />}
    </>
  );
}

/** What may still change the day: devices that owe operations, tills with cash. */
function StillOut({ close: { devices, tills } }: { close: DayClose }) {
  return (
    <>
      {devices.length === 0 ? (
        <p className={styles.note}>{texts.noneLate}</p>
      ) : (
        <Notice kind="pending">
          {texts.lateTitle(devices.length)}
          <ul>
            {devices.map(({ deviceId, name, lastSeenAt }) => (
              <li key={deviceId}>
                {texts.late(name, lastSeenAt === null ? texts.neverSeen : dateTimeText(lastSeenAt))}
              </li>
            ))}
          </ul>
          {texts.lateAdvice}
        </Notice>
      )}
      {tills.length > 0 && (
        <Notice kind="info">
          {texts.tillsTitle}
          <ul>
            {tills.map(({ topUpPointId, ownerName, expected }) => (
              <li key={topUpPointId}>{texts.till(personName(ownerName), amountText(expected))}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
