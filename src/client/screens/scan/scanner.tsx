import { ImageUp, Keyboard, ShieldCheck } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { useRef, useState } from 'react';
import { decodePicture } from '#src/client/device/decode-picture.ts';
import { scanTexts as texts } from '#src/client/texts/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import { CameraView } from './camera-view.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { LookupProblem } from './lookup-problem.tsx';
import type { ScannedSale } from './scanned-sale.ts';
import { ScanNote } from './scan-note.tsx';
import { useScanner } from './use-scanner.ts';
import { useVoucherLookup } from './use-voucher-lookup.ts';
import styles from './scanner.module.css';

export function Scanner({ onSale }: { onSale: (sale: ScannedSale) => void }) {
  const [typing, setTyping] = useState(false);
  const picture = useRef<HTMLInputElement>(null);
  const { lookup, look, clear } = useVoucherLookup(onSale);
  const stopped = lookup.kind !== 'idle' && lookup.kind !== 'looking';
  const camera = useScanner(!stopped, (text) => void look(text));

  async function readPicture(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file === undefined) return;
    const read = await decodePicture(file);
    if (read.kind === 'read') await look(read.text);
    else showToast('error', read.kind === 'no-code' ? texts.noCodeInPicture : texts.notAPicture);
  }

  return (
    <div className={styles.screen}>
      {(stopped || camera.state.kind === 'failed') && <h1 className={styles.unseen}>{texts.title}</h1>}
      {stopped ? (
        <div className={styles.problem}>
          <LookupProblem
            lookup={lookup}
            onAgain={clear}
            onRetry={(text) => void look(text, true)}
            onType={() => setTyping(true)}
          />
        </div>
      ) : (
        <CameraView {...camera} looking={lookup.kind === 'looking'} onType={() => setTyping(true)} />
      )}
      <div className={styles.foot}>
        <div className={styles.ways}>
          <Button variant="secondary" icon={Keyboard} onClick={() => setTyping(true)}>
            {texts.typeCode}
          </Button>
          <Button variant="secondary" icon={ImageUp} onClick={() => picture.current?.click()}>
            {texts.uploadPicture}
          </Button>
        </div>
        <input
          ref={picture}
          type="file"
          accept="image/*"
          hidden
          aria-label={texts.uploadPicture}
          onChange={(event) => void readPicture(event)}
        />
        <p className={styles.note}>
          <Icon of={ShieldCheck} />
          <ScanNote />
        </p>
      </div>
      {typing && (
        <CodeDialog
          onClose={() => setTyping(false)}
          onCode={(code) => {
            setTyping(false);
            void look(code);
          }}
        />
      )}
    </div>
  );
}
