import { CircleCheck, History } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Restore } from '#src/contract/restored/schemas.ts';
import { momentText, ofMomentText } from './moment-text.ts';
import styles from './restored.module.css';

/** Proved by sealed receipts: how many devices have reported, and what they delivered. */
export function ReturnedNotice({ restore }: { restore: Restore }) {
  const { knownUntil, startedAt, back, devices } = restore;
  const all = devices.length;
  const returned = devices.filter(({ returnedAt }) => returnedAt !== null).length;
  const count = back.sales.count + back.topUps.count;
  const sum = amountText(back.sales.total + back.topUps.total);
  if (returned === all)
    return (
      <div className={styles.notice} data-tone="paid" role="status">
        <Icon of={CircleCheck} size={28} />
        <div>
          <h2>{texts.allBack}</h2>
          <p>{all === 0 ? texts.noDevices : texts.allBackNote(all, count, sum)}</p>
        </div>
      </div>
    );
  const progress = texts.reported(returned, all);
  return (
    <div className={styles.notice} data-tone="pending" role="status">
      <Icon of={History} size={28} />
      <div>
        <h2>{knownUntil === null ? texts.wentBackUnknown : texts.wentBack(ofMomentText(knownUntil))}</h2>
        <p>
          {knownUntil === null
            ? texts.lostUnknown(ofMomentText(startedAt))
            : texts.lost(momentText(knownUntil), momentText(startedAt))}
        </p>
      </div>
      <progress className={styles.progress} value={returned} max={all} aria-label={progress} />
      <p className={styles.counts}>
        {progress} · {count === 0 ? texts.nothingYet : texts.cameBack(count, sum)}
      </p>
    </div>
  );
}
