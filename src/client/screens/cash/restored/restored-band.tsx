import { HandCoins, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Restore, RestoreKind } from '#src/contract/restored/schemas.ts';
import { NothingMore } from './nothing-more.tsx';
import styles from './restored.module.css';

interface RestoredBandProps {
  restore: Restore;
  open: readonly RestoreKind[];
}

/**
 * Shows how many answers are missing. The last answer unlocks it; devices that still owe operations do not
 * lock it.
 */
export function RestoredBand({ restore: { epoch, devices }, open }: RestoredBandProps) {
  const [isAsked, setAsked] = useState(false);
  const isOpen = open.length === 0;
  const openNote = devices.every(({ returnedAt }) => returnedAt !== null) ? texts.allBack : texts.openNote;
  return (
    <Zocalo place="panel">
      <div className={styles.band}>
        <div className={styles.missing}>
          <p role="status">{isOpen ? texts.open : texts.missing(open.length)}</p>
          <p>{isOpen ? openNote : texts.why}</p>
        </div>
        {isOpen ? (
          <Link
            to="/dashboard/caja"
            className={buttonClass({ variant: 'on-zocalo', size: 'money', className: styles.toPay })}
          >
            <Icon of={HandCoins} size={28} />
            <span>{texts.pay}</span>
          </Link>
        ) : (
          <>
            <Button variant="on-zocalo" icon={ReceiptText} className={styles.toPapers} onClick={toPapers}>
              {texts.toPapers}
            </Button>
            <Button
              variant="on-zocalo-outline"
              size="money"
              className={styles.wide}
              onClick={() => setAsked(true)}
            >
              {texts.nothingMore}
            </Button>
            <Button variant="on-zocalo" size="money" className={styles.wide} disabled>
              {texts.pay}
            </Button>
          </>
        )}
      </div>
      {isAsked && <NothingMore epoch={epoch} kinds={open} onClose={() => setAsked(false)} />}
    </Zocalo>
  );
}

/** On a phone the papers are below the returned operations. */
function toPapers(): void {
  const papers = document.getElementById('papeles');
  papers?.focus({ preventScroll: true });
  papers?.scrollIntoView({ block: 'start' });
}
