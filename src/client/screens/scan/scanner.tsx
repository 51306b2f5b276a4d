import {
  ImageUp,
  Keyboard,
  RefreshCw,
  RotateCw,
  ScanQrCode,
  ShieldCheck,
  Flashlight,
  SwitchCamera,
  UserRound,
  Wifi,
} from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  type CameraScanner,
  createScanner,
  type ScannerState,
} from '#src/client/device/camera/camera-scanner.ts';
import type { Camera, CameraErrorCode } from '#src/client/device/camera/cameras.ts';
import { decodePicture } from '#src/client/device/camera/decode-qr.ts';
import { keepAwake } from '#src/client/device/keep-awake.ts';
import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { whenText } from '#src/client/shared/list-age.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { offlineTexts, offlineRefusalTexts } from '#src/client/texts/counter/offline-texts.ts';
import { againTexts, scanTexts as texts, cameraErrorTexts } from '#src/client/texts/counter/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { FormDialog } from '#src/client/shared/confirm/form-dialog.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { readScannedCode } from '#src/domain/voucher/voucher-link.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { PictureRefusal, ScanBar } from './pictures/picture-scan.tsx';
import { RefusedPaper } from './refused-paper.tsx';
import { noteOpened, scanGate } from './scan-gate.ts';
import { type ScannedSale, useVoucherLookup, type Lookup } from './use-voucher-lookup.ts';
import styles from './scanner.module.css';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import viewStyles from './camera-view.module.css';

interface ScannerProps {
  onSale: (sale: ScannedSale) => void;
  /** Drawings and voice, no words. */
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
      {(stopped || camera.state.kind === 'failed') && <h1 className={styles.unseen}>{texts.title}</h1>}
      {stopped ? (
        <div className={styles.problem}>
          <LookupProblem lookup={lookup} onAgain={clear} onRetry={(text) => void look(text, true)} />
        </div>
      ) : (
        <CameraView {...camera} looking={lookup.kind === 'looking'} onAgain={(text) => void look(text)} />
      )}
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

/** The other ways to a code: typed, or from a picture. */
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

/** The camera of this screen: open while `open`, closed and released when the screen goes. */
function useScanner(open: boolean, onCode: (text: string) => void) {
  const elementId = `camara-${useId().replaceAll(/\W/g, '')}`;
  const [state, setState] = useState<ScannerState>({ kind: 'starting' });
  const [cameras, setCameras] = useState<Camera[]>([]);
  const [again, setAgain] = useAgain();
  const scanner = useRef<CameraScanner>(null);
  const read = useRef(onCode);
  useEffect(() => {
    read.current = onCode;
  });

  useEffect(() => {
    if (!open) return undefined;
    let live = true;
    const created = createScanner(
      elementId,
      {
        onCode: (text) => read.current(text),
        onAgain: (text, name) => setAgain({ text, name }),
        onState: (next) => {
          if (!live) return;
          setState(next);
          if (next.kind === 'running') void created.listCameras().then((found) => live && setCameras(found));
        },
      },
      scanGate,
    );
    scanner.current = created;
    void created.start();
    const sleepAgain = keepAwake();
    return () => {
      live = false;
      scanner.current = null;
      sleepAgain();
      void created.stop();
    };
  }, [open, elementId, setAgain]);

  return { elementId, state, cameras, scanner, again };
}

/** A voucher of an earlier sale that is in front of the camera. */
interface SeenAgain {
  text: string;
  name: string;
}

/** How long its card stays after the camera saw it last. */
const againShownMs = 4_000;

function useAgain() {
  const [again, setAgain] = useState<SeenAgain | null>(null);
  useEffect(() => {
    if (again === null) return undefined;
    const timer = setTimeout(() => setAgain(null), againShownMs);
    return () => clearTimeout(timer);
  }, [again]);
  return [again, setAgain] as const;
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
    <FormDialog title={texts.typeCode} submitLabel={texts.search} onClose={onClose} onSubmit={submit}>
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
    </FormDialog>
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
  if (lookup.kind === 'refused') return { title: commonTexts.somethingFailed, note: lookup.message };
  return { title: texts.unknownTitle, note: texts.unknown };
}

/** Every failure of the camera has its words. */
const errorTexts: Record<CameraErrorCode, { title: string; note: string }> = cameraErrorTexts;

interface CameraViewProps {
  elementId: string;
  state: ScannerState;
  cameras: readonly Camera[];
  scanner: RefObject<CameraScanner | null>;
  looking: boolean;
  again: SeenAgain | null;
  onAgain: (text: string) => void;
}

function CameraView(props: CameraViewProps) {
  const { elementId, state, scanner, looking, again, onAgain } = props;
  const failed = state.kind === 'failed';
  const aim = looking ? texts.looking : state.kind === 'running' ? texts.aim : texts.starting;
  return (
    <section className={failed ? viewStyles.failed : viewStyles.view} aria-label={texts.title}>
      <div id={elementId} className={viewStyles.picture} hidden={failed} />
      {failed ? (
        <EmptyState
          drawing="camera"
          title={errorTexts[state.code].title}
          mustAct
          actions={
            <Button icon={RefreshCw} onClick={() => void scanner.current?.start()}>
              {commonTexts.tryAgain}
            </Button>
          }
        >
          <p>{errorTexts[state.code].note}</p>
        </EmptyState>
      ) : (
        <>
          <h1 className={viewStyles.aim}>
            {(looking || state.kind === 'starting') && <Spinner />}
            <span role="status">{aim}</span>
          </h1>
          <div className={viewStyles.frame} aria-hidden>
            <span />
            <span />
            <span />
            <span />
          </div>
          <div className={viewStyles.foot}>
            <div role="status">
              {again !== null && !looking && <AgainCard {...again} onTap={() => onAgain(again.text)} />}
            </div>
            {state.kind === 'running' && <CameraTools {...props} state={state} />}
          </div>
        </>
      )}
    </section>
  );
}

/** The paper of the sale before is still in front of the camera: it opens another sale only when the seller says so. */
function AgainCard({ name, onTap }: { name: string; onTap: () => void }) {
  return (
    <button type="button" className={viewStyles.again} onClick={onTap}>
      <Icon of={UserRound} size={32} />
      <span>
        <b>{againTexts.title(name)}</b>
        <small>{againTexts.charge}</small>
      </span>
      <Icon of={RotateCw} size={28} />
    </button>
  );
}

interface CameraToolsProps extends CameraViewProps {
  state: Extract<ScannerState, { kind: 'running' }>;
}

function CameraTools({ state, cameras, scanner }: CameraToolsProps) {
  const place = cameras.findIndex((camera) => camera.id === state.cameraId);
  const next = cameras[(place + 1) % cameras.length];
  return (
    <div className={viewStyles.tools}>
      {state.hasTorch && (
        <button
          type="button"
          aria-pressed={state.torchOn}
          onClick={() => void scanner.current?.setTorch(!state.torchOn)}
        >
          <Icon of={Flashlight} />
          {state.torchOn ? texts.torchOn : texts.torchOff}
        </button>
      )}
      {cameras.length > 1 && next !== undefined && (
        <button type="button" onClick={() => void scanner.current?.chooseCamera(next.id)}>
          <Icon of={SwitchCamera} />
          {cameraName(cameras[place]?.label ?? '', place)}
        </button>
      )}
    </div>
  );
}

function cameraName(label: string, place: number): string {
  if (/back|rear|trasera|environment/i.test(label)) return texts.cameraBack;
  if (/front|frontal|user/i.test(label)) return texts.cameraFront;
  return texts.cameraNumber(place + 1);
}
