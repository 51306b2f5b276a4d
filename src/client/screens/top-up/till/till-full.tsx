import { TillMeter } from '#src/client/money/till/till-meter.tsx';
import type { TillLevel } from '#src/client/money/till/till-state.ts';
import { tillFullTexts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { FormRoom } from '../use-till-room.ts';
import styles from './till.module.css';

interface TillFullProps {
  room: FormRoom;
  level: TillLevel;
  /** Smallest unit shown. */
  amount: number;
}

/** The top-up exceeds the till's ceiling and the customer has not paid yet: the market must receive cash first. */
export function TillFull({ room, level, amount }: TillFullProps) {
  return (
    <ResultScreen
      kind="refused"
      verdict={tillFullTexts.verdict}
      message={
        <>
          <p>
            {tillFullTexts.would(amountText(level.cash + amount))}{' '}
            {tillFullTexts.may(amountText(level.ceiling))}
          </p>
          <p>{tillFullTexts.who}</p>
        </>
      }
      notes={
        <div className={styles.full}>
          <TillMeter level={level} isFull />
        </div>
      }
      facts={[
        { name: tillFullTexts.holds, value: amountText(level.cash) },
        { name: tillFullTexts.room, value: amountText(room.left) },
        { name: tillFullTexts.topUp, value: amountText(amount) },
      ]}
      actions={
        <>
          <p>{tillFullTexts.nothingPaid}</p>
          <Button size="money" wide onClick={room.close}>
            {tillFullTexts.other}
          </Button>
        </>
      }
    />
  );
}
