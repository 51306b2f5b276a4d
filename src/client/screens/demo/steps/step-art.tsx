import { ArrowRight, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { useDemoWords } from './demo-words.ts';
import { PixelDrawing } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import styles from './step-art.module.css';

interface CodeProps {
  /** absent until it is known */
  link: string | undefined;
}

/** Cash becomes a code. */
export function NoteToCode({ link }: CodeProps) {
  const texts = useDemoWords();
  return (
    <div className={styles.turns}>
      <span className={styles.note}>
        <Piece value={50_000} />
      </span>
      <Icon of={ArrowRight} size={32} className={styles.arrow} />
      <span className={styles.small}>
        {link !== undefined && <QrCode text={link} label={texts.qrLabel} size="118px" />}
      </span>
    </div>
  );
}

/** A stall hands over goods. */
export function StallToBasket() {
  return (
    <div className={styles.turns}>
      <span className={styles.stall}>
        <PixelDrawing name="stall" />
      </span>
      <Icon of={ArrowRight} size={32} className={styles.arrow} />
      <span className={styles.basket}>
        <PixelDrawing name="basket" />
      </span>
    </div>
  );
}

interface PhoneCodeProps extends CodeProps {
  /** a phone in the same network reaches this server */
  canReach: boolean;
}

/** The customer's page for a real phone, read from this screen. */
export function PhoneCode({ link, canReach }: PhoneCodeProps) {
  const texts = useDemoWords();
  return (
    <div className={styles.phone}>
      <span className={styles.large}>
        {link !== undefined && <QrCode text={link} label={texts.qrLabel} size="180px" />}
      </span>
      <div className={styles.aim}>{canReach ? <p>{texts.aim}</p> : <NeedsLan />}</div>
    </div>
  );
}

/** On a phone the code is shown to another one. */
export function ScanPhone({ link, canReach }: PhoneCodeProps) {
  const texts = useDemoWords();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.onPhone}>
      <Button variant="secondary" size="row" wide icon={QrIcon} onClick={() => setShown(true)}>
        {texts.showQr}
      </Button>
      {isShown && (
        <ReadDialog title={texts.showQr} onClose={() => setShown(false)}>
          <div className={styles.shown}>
            {link !== undefined && <QrCode text={link} label={texts.qrLabel} size="180px" />}
            <b>{texts.aim}</b>
            {canReach ? <p>{texts.sameNetwork}</p> : <NeedsLan />}
          </div>
        </ReadDialog>
      )}
    </div>
  );
}

/** What is missing before a phone can open the code. */
function NeedsLan() {
  const texts = useDemoWords();
  return (
    <p className={styles.needs}>
      <span>{texts.needsLan.main}</span> <span lang={texts.besideLang}>{texts.needsLan.beside}</span>
      <code>
        {texts.lanCommand[0]} <span className={styles.whole}>{texts.lanCommand[1]}</span>
      </code>
    </p>
  );
}
