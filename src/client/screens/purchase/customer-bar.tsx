import { Wifi, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { patchConnection, useConnection } from '#src/client/state/connection.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './customer-page.module.css';

export function CustomerBar() {
  const { link } = useConnection();
  useEffect(() => {
    // Only a hint until the next request: then the server's answer counts.
    const note = (): void => patchConnection({ link: navigator.onLine ? 'unknown' : 'offline' });
    addEventListener('offline', note);
    addEventListener('online', note);
    return () => {
      removeEventListener('offline', note);
      removeEventListener('online', note);
    };
  }, []);
  return (
    <header className={styles.bar}>
      <div className={`split-4 ${styles.brand}`}>
        <Wordmark size={30} tone="indigo" />
        <p className={`row small strong whole ${styles.link}`} role="status">
          {link !== 'unknown' && (
            <>
              <Icon of={link === 'offline' ? WifiOff : Wifi} />
              <span>{link === 'offline' ? appTexts.offline : appTexts.online}</span>
            </>
          )}
        </p>
      </div>
      <Cenefa />
    </header>
  );
}
