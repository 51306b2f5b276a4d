import { Wifi, WifiOff } from 'lucide-react';
import { useConnection } from '#src/client/state/connection.ts';
import { appTexts } from '#src/client/texts/app-texts.ts';
import { Cenefa } from '#src/client/ui/cenefa.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Wordmark } from '#src/client/ui/wordmark.tsx';
import styles from './purchase.module.css';

export function CustomerBar() {
  const offline = useConnection().link === 'offline';
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Wordmark size={30} tone="indigo" />
        <p className={styles.link} role="status">
          <Icon of={offline ? WifiOff : Wifi} />
          {offline ? appTexts.offline : appTexts.online}
        </p>
      </div>
      <Cenefa />
    </header>
  );
}
