import { amountText } from '#src/client/shared/amounts.ts';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Restore, RestoredDevice } from '#src/contract/restored/schemas.ts';
import { momentText } from './moment-text.ts';
import styles from './restored.module.css';

/** What came back, and which devices owe which numbers or are silent: proved and expected, never in one row. */
export function BackPanel({ restore: { back, devices } }: { restore: Restore }) {
  const owing = devices.filter(({ returnedAt, waiting }) => returnedAt === null || waiting > 0);
  return (
    <div className={styles.column}>
      <Panel className={styles.panel} aria-labelledby="volvio">
        <h2 id="volvio">{texts.returnedTitle}</h2>
        <FactList
          facts={[
            { name: texts.sales, value: texts.counted(back.sales.count, amountText(back.sales.total)) },
            { name: texts.topUps, value: texts.counted(back.topUps.count, amountText(back.topUps.total)) },
          ]}
        />
      </Panel>
      {owing.length > 0 && (
        <Panel className={styles.panel} aria-labelledby="falta">
          <h2 id="falta">{texts.owingTitle}</h2>
          <ul className={styles.rows}>
            {owing.map((device) => (
              <li key={device._id} className={styles.row}>
                <div className={styles.words}>
                  <b>{device.name}</b>
                  <span>{noteOf(device)}</span>
                </div>
                <OwingBadge device={device} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

function OwingBadge({ device: { returnedAt, owes } }: { device: RestoredDevice }) {
  if (returnedAt !== null) return <Badge kind="pending">{texts.waits}</Badge>;
  return owes > 0 ? (
    <Badge kind="pending">{texts.owes(owes)}</Badge>
  ) : (
    <Badge kind="unknown">{texts.silent}</Badge>
  );
}

function noteOf({ places, returnedAt, owes, from, to, waiting, lastSeenAt }: RestoredDevice): string {
  const where = places.join(', ');
  const what = () => {
    if (returnedAt !== null) return texts.waitsNote(waiting);
    if (from !== null && to !== null) return texts.owesNote(owes, from, to);
    return lastSeenAt === null ? texts.silentAlways : texts.silentNote(momentText(lastSeenAt));
  };
  return [where, what()].filter(Boolean).join(' · ');
}
