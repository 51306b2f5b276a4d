import { ImageUp, Keyboard, ScanQrCode, ShieldCheck, Wifi } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { decodePicture } from '#src/client/device/camera/decode-qr.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { whenText } from '#src/client/shared/list-age.ts';
import { LastSale } from '#src/client/shared/own-day/last-sale.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { scanTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts, offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { readScannedCode } from '#src/domain/voucher/voucher-link.ts';
import { CameraView, useScanner } from './camera-view.tsx';
import { PictureRefusal, ScanBar } from './pictures/picture-scan.tsx';
import { RefusedPaper } from './refused-paper.tsx';
import { noteOpened } from './scan-gate.ts';
import { type ScannedSale, useVoucherLookup, type Lookup } from './use-voucher-lookup.ts';
import styles from './scanner.module.css';

interface ScannerProps {
  onSale: (sale: ScannedSale) => void;
  /** Drawings and speech only. */
  isWordless?: boolean;
}

export function Scanner({ onSale, isWordless = false }: ScannerProps) {
  const [typing, setTyping] = useState(false);
  const { lookup, look, clear } = useVoucherLookup((sale) => {
    noteOpened(sale);
    onSale(sale);
  });
  const stopped = lookup.kind !== 'idle' && lookup.kind !== 'looking';
  const camera = useScanner(!stopped, (text) => void look(text));

  async function readPicture(file: File) {
    const read = await decodePicture(file);
    if (read.kind === 'read') await look(read.text);
    else showToast('error', read.kind === 'no-code' ? texts.noCodeInPicture : texts.notAPicture);
  }

  if (lookup.kind === 'bad-paper')
    return isWordless ? (
      <PictureRefusal onAgain={clear} />
    ) : (
      <RefusedPaper sale={lookup.sale} fault={lookup.fault} onAgain={clear} />
    );
  if (isWordless && (lookup.kind === 'foreign' || lookup.kind === 'unknown'))
    return <PictureRefusal onAgain={clear} />;
  return (
    <div
      ref={isWordless ? wholeScreen : undefined}
      className={isWordless ? `${styles.screen} ${styles.wordless}` : styles.screen}
    >
      {isWordless && <ScanBar />}
      {(stopped || camera.state.kind === 'failed') && <h1 className="visually-hidden">{texts.title}</h1>}
      {stopped ? (
        <div className={styles.problem}>
          <LookupProblem lookup={lookup} onAgain={clear} onRetry={(text) => void look(text, true)} />
        </div>
      ) : (
        <CameraView {...camera} looking={lookup.kind === 'looking'} onAgain={(text) => void look(text)} />
      )}
      {!isWordless && <LastSale />}
      <ScanFoot onType={() => setTyping(true)} onPicture={(file) => void readPicture(file)} />
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

interface ScanFootProps {
  onType: () => void;
  onPicture: (file: File) => void;
}

/** Other ways to enter a code: by typing, or from a picture. */
function ScanFoot({ onType, onPicture }: ScanFootProps) {
  const picture = useRef<HTMLInputElement>(null);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file !== undefined) onPicture(file);
  }

  return (
    <div className={styles.foot}>
      <div className={styles.ways}>
        <Button variant="secondary" icon={Keyboard} onClick={onType}>
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
        onChange={choose}
      />
      <p className={styles.note}>
        <Icon of={ShieldCheck} />
        <ScanNote />
      </p>
    </div>
  );
}

/** Under the camera: what can be charged, with a link and without. */
function ScanNote() {
  const { link } = useConnection();
  const facts = useDeviceFacts();
  if (link !== 'offline' || facts?.state !== 'active' || facts.limits === null || facts.listAsOf === 0)
    return texts.note;
  return offlineTexts.scanNote(amountText(facts.limits.perVoucher), whenText(facts.listAsOf));
}

interface CodeDialogProps {
  onClose: () => void;
  onCode: (code: string) => void;
}

function CodeDialog({ onClose, onCode }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit() {
    if (readScannedCode(code).kind === 'foreign') setWrong(true);
    else onCode(code);
  }

  return (
    <ConfirmDialog title={texts.typeCode} yes={texts.search} onNo={onClose} onYes={submit}>
      <Field
        data-safe
        label={texts.codeLabel}
        icon={Keyboard}
        hint={texts.codeHint}
        placeholder={texts.codePlaceholder}
        error={wrong ? texts.codeWrong : undefined}
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setWrong(false);
        }}
      />
    </ConfirmDialog>
  );
}

interface LookupProblemProps {
  lookup: Lookup;
  onAgain: () => void;
  onRetry: (text: string) => void;
}

function LookupProblem({ lookup, onAgain, onRetry }: LookupProblemProps) {
  if (lookup.kind === 'unreachable') {
    const refusal = lookup.sale?.view.refusal ?? null;
    return (
      <EmptyState
        drawing="no-signal"
        title={texts.offlineTitle}
        mustAct={refusal !== null}
        actions={
          <>
            <Button icon={Wifi} onClick={() => onRetry(lookup.text)}>
              {offlineTexts.tryOnline}
            </Button>
            <Button variant="secondary" icon={ScanQrCode} onClick={onAgain}>
              {texts.readOther}
            </Button>
          </>
        }
      >
        <p>{refusal === null ? texts.offline : offlineRefusalTexts[refusal]}</p>
        {refusal !== null && <p>{offlineTexts.none}</p>}
      </EmptyState>
    );
  }
  const { title, note } = problemText(lookup);
  return (
    <EmptyState
      drawing={lookup.kind === 'refused' ? 'lock' : 'no-code'}
      title={title}
      mustAct
      actions={
        <Button icon={ScanQrCode} onClick={onAgain}>
          {texts.readAgain}
        </Button>
      }
    >
      <p>{note}</p>
    </EmptyState>
  );
}

function problemText(lookup: Lookup): { title: string; note: string } {
  if (lookup.kind === 'foreign') return { title: texts.foreignTitle, note: texts.foreign };
  if (lookup.kind === 'refused') {
    const title = lookup.code === 'CAMERA_NEEDED' ? texts.cameraNeeded : commonTexts.somethingFailed;
    return { title, note: lookup.message };
  }
  return { title: texts.unknownTitle, note: texts.unknown };
}
