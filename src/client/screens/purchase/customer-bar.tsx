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
    // Only a hint, and only before the first request: from then on the server's answers count.
    const lose = (): void => patchConnection({ link: 'offline' });
    window.addEventListener('offline', lose);
    return () => window.removeEventListener('offline', lose);
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
