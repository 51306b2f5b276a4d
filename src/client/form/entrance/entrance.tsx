import { Wifi, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '#src/client/state/connection.ts';
import { entranceTexts } from '#src/client/texts/accounts/login-texts.ts';
import { appTexts as texts } from '#src/client/texts/common-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './entrance.module.css';

/** Layout of the entrance: the form on its sheet, with the woven cloth and the greeting beside it. */
export function Entrance({ children, narrow = true }: { children: ReactNode; narrow?: boolean }) {
  const { link } = useConnection();
  const offline = link === 'offline';
  return (
    <div className={styles.entrance}>
      <main className={narrow ? `column ${styles.form}` : `column ${styles.form} ${styles.roomy}`}>
        <div className={`between small ${styles.brand}`}>
          <Wordmark />
        </div>
        {children}
        <p className={`row small strong ${offline ? styles.away : styles.reach}`} aria-live="polite">
          {link !== 'unknown' && (
            <>
              <Icon of={offline ? WifiOff : Wifi} />
              {offline ? texts.offline : texts.online}
            </>
          )}
        </p>
      </main>
      <aside className={styles.wall}>
        <Cenefa pattern="weave" className={styles.cloth} />
        <div className={styles.greeting}>
          <p className={styles.hello}>{entranceTexts.greeting}</p>
          <p>{entranceTexts.promise}</p>
        </div>
      </aside>
    </div>
  );
}
