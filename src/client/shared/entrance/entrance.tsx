import { Wifi, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '#src/client/state/connection.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './entrance.module.css';

interface EntranceProps {
  children: ReactNode;
  narrow?: boolean;
  /** Shown beside the logo. Its place is reserved, so it may load later. */
  corner?: ReactNode;
  /** `lang` is set when they are not in the document's language. */
  words?: { [Key in 'greeting' | 'promise' | 'online' | 'offline']: string } & { lang?: string };
}

/** Layout of the entrance: the form on its sheet, with the woven cloth and the greeting beside it. */
export function Entrance({ children, narrow = true, corner, words = appTexts }: EntranceProps) {
  const { link } = useConnection();
  const offline = link === 'offline';
  return (
    <div className={styles.entrance} lang={words.lang}>
      <main className={narrow ? styles.form : `${styles.form} ${styles.roomy}`}>
        <div className={styles.brand}>
          <Wordmark />
          {corner !== undefined && <div className={styles.corner}>{corner}</div>}
        </div>
        {children}
        <p className={offline ? `${styles.reach} ${styles.away}` : styles.reach} aria-live="polite">
          {link !== 'unknown' && (
            <>
              <Icon of={offline ? WifiOff : Wifi} />
              {offline ? words.offline : words.online}
            </>
          )}
        </p>
      </main>
      <aside className={styles.wall}>
        <Cenefa pattern="weave" className={styles.cloth} />
        <div className={styles.greeting}>
          <p className={styles.hello}>{words.greeting}</p>
          <p>{words.promise}</p>
        </div>
      </aside>
    </div>
  );
}
