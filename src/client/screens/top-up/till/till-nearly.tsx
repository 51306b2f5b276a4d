import { TillBadge, TillMeter } from '#src/client/money/till/till-meter.tsx';
import { tillStateOf } from '#src/client/money/till/till-state.ts';
import { tillFullTexts, tillMeterTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { FormRoom } from '../use-till-room.ts';
import styles from './till.module.css';

/** Shown from 80 % before the next customer: the meter, and a request to call the market. */
export function TillNearly({ room: { level } }: { room: FormRoom }) {
  if (level === null || level.ceiling === 0) return null;
  const { name, room } = tillStateOf(level);
  if (name === 'fine') return null;
  return (
    <Panel className={`stack-12 pad-row ${styles.nearly}`}>
      <div className="split">
        <h2 className="normal">{name === 'full' ? tillFullTexts.verdict : texts.nearlyTitle}</h2>
        <TillBadge level={level} />
      </div>
      <TillMeter level={level} />
      <p>{texts.nearlyNote(amountText(room))}</p>
    </Panel>
  );
}
