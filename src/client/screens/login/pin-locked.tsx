import { Lock, ShieldCheck, UsersRound } from 'lucide-react';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import type { Operator } from '#src/client/local/db/rows.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { doorTexts as texts } from '#src/client/texts/devices/door-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './pin-locked.module.css';

interface PinLockedProps {
  operator: Operator;
  /** absent where there is nobody else */
  onOther: (() => void) | undefined;
  onPassword: () => void;
}

/** No more attempts: what was sold is still here, and who or what opens instead. */
export function PinLocked({ operator: { userType, isSuspended }, onOther, onPassword }: PinLockedProps) {
  const device = useDeviceFacts();
  const kept = userType === 'ESTANTE' ? texts.keptSales : texts.keptAll;
  return (
    <section className={styles.locked}>
      <div className={styles.what}>
        <span className={styles.sign}>
          <Icon of={Lock} size={40} />
        </span>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {texts.locked}
        </h1>
        {isSuspended !== true && (
          <p>
            <b>{texts.lockedWhy}</b>
          </p>
        )}
        <p className={styles.note}>{texts.lockedNote}</p>
      </div>
      {device !== undefined && device.openCount > 0 && (
        <p className={styles.kept}>
          <Icon of={ShieldCheck} />
          {kept(device.openCount, amountText(device.openSum))}
        </p>
      )}
      <Button variant={onOther ? 'secondary' : 'primary'} wide onClick={onPassword}>
        {texts.password}
      </Button>
      {onOther !== undefined && (
        <Button wide icon={UsersRound} onClick={onOther}>
          {texts.other}
        </Button>
      )}
    </section>
  );
}
