import { Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { timeText } from '#src/client/shared/dates.ts';
import { dayTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import styles from './close-band.module.css';

interface CloseBandProps {
  devices: DayClose['devices'];
  /** Reads the day again and never rejects: a failed read keeps the figures and shows an error above them. */
  onReread: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * While a device owes operations or is silent, the primary action is to wait: its delivery can change the
 * figures.
 */
export function CloseBand({ devices, onReread, onClose }: CloseBandProps) {
  const [readAt, setReadAt] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  const missing = devices.length;
  async function reread(): Promise<void> {
    setReading(true);
    await onReread();
    setReading(false);
    setReadAt(Date.now());
  }
  return (
    <Zocalo place="panel">
      <div className={styles.frame}>
        <div className={styles.band}>
          <p className={styles.state} role="status">
            <b>{missing === 0 ? texts.allReported : texts.missing(missing)}</b>
            {missing > 0 && (
              <span>{readAt === null ? texts.mayChange : texts.mayChangeSince(timeText(readAt))}</span>
            )}
          </p>
          <div className={styles.acts}>
            {missing === 0 ? (
              <Button variant="on-zocalo" size="money" icon={Lock} onClick={onClose}>
                {texts.close}
              </Button>
            ) : (
              <>
                <Button variant="on-zocalo-outline" size="money" onClick={onClose}>
                  {texts.closeNow}
                </Button>
                <Button
                  variant="on-zocalo"
                  size="money"
                  icon={RefreshCw}
                  busy={isReading}
                  busyText={texts.rereading}
                  onClick={() => void reread()}
                >
                  {texts.waitAndReread[0]}
                  <span className={styles.more}>{texts.waitAndReread[1]}</span>
                </Button>
              </>
            )}
          </div>
        </div>
      </div>
    </Zocalo>
  );
}
