import { HandCoins } from 'lucide-react';
import { Link } from 'react-router-dom';
import { amountText } from '#src/client/shared/amounts.ts';
import { TillBadge, TillMeter } from '#src/client/shared/till/till-meter.tsx';
import { tillStateOf } from '#src/client/shared/till/till-state.ts';
import { tillFullTexts, tillMeterTexts as texts } from '#src/client/texts/cash/hand-over-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { FormRoom } from '../use-till-room.ts';
import styles from './till.module.css';

/** Shown from 80 % before the next customer: the meter, and the way to hand over. */
export function TillNearly({ room: { level } }: { room: FormRoom }) {
  if (level === null || level.ceiling === 0) return null;
  const { name, room } = tillStateOf(level);
  if (name !== 'nearly' && name !== 'full') return null;
  return (
    <Panel className={styles.nearly}>
      <div className={styles.head}>
        <h2>{name === 'full' ? tillFullTexts.verdict : texts.nearlyTitle}</h2>
        <TillBadge level={level} />
      </div>
      <TillMeter level={level} />
      <p>{texts.nearlyNote(amountText(room))}</p>
      <Link to="/dashboard/caja?entregar=1" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={HandCoins} />
        <span>{tillFullTexts.handOver}</span>
      </Link>
    </Panel>
  );
}
