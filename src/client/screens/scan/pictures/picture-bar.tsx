import { ArrowLeft, Store, Volume2, Wallet, Wifi, WifiOff } from 'lucide-react';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { pictureTexts as texts } from '#src/client/texts/purchases/seen-and-heard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './pictures.module.css';

interface PictureBarProps {
  /** Balance of the voucher once one is read; before that this is the stall's own screen. */
  holds?: number;
  onBack?: () => void;
  onRepeat: () => void;
}

/** Balance, link state, and the speaker that repeats the announcement. */
export function PictureBar({ holds, onBack, onRepeat }: PictureBarProps) {
  const isAway = useConnection().link === 'offline';
  return (
    <header className={styles.bar}>
      {onBack !== undefined && (
        <button type="button" className={styles.tool} aria-label={saleTexts.back} onClick={onBack}>
          <Icon of={ArrowLeft} size={32} />
        </button>
      )}
      <Icon of={holds === undefined ? Store : Wallet} size={36} />
      {holds !== undefined && <AmountNotes amount={holds} className={styles.holds} />}
      <span className={styles.link} role="img" aria-label={isAway ? texts.noLink : texts.link}>
        <Icon of={isAway ? WifiOff : Wifi} size={32} />
      </span>
      <Speaker onRepeat={onRepeat} />
    </header>
  );
}

export function Speaker({ onRepeat }: { onRepeat: () => void }) {
  return (
    <button type="button" className={styles.tool} aria-label={texts.repeat} onClick={onRepeat}>
      <Icon of={Volume2} size={32} />
    </button>
  );
}
