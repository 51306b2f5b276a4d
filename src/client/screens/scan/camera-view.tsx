import { RefreshCw, RotateCw, Flashlight, SwitchCamera, UserRound } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  type CameraScanner,
  createScanner,
  type ScannerState,
} from '#src/client/device/camera/camera-scanner.ts';
import type { Camera, CameraErrorCode } from '#src/client/device/camera/cameras.ts';
import { keepAwake } from '#src/client/device/keep-awake.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { againTexts, scanTexts as texts, cameraErrorTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { scanGate } from './scan-gate.ts';
import styles from './camera-view.module.css';

/** The camera of this screen. It runs while `open`, and is released when the screen unmounts. */
export function useScanner(open: boolean, onCode: (text: string) => void) {
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

/** A voucher of an earlier sale that is still in front of the camera. */
interface SeenAgain {
  text: string;
  name: string;
}

/** Time that its card stays after the camera last saw it. */
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

export function CameraView(props: CameraViewProps) {
  const { elementId, state, scanner, looking, again, onAgain } = props;
  const failed = state.kind === 'failed';
  const aim = looking ? texts.looking : state.kind === 'running' ? texts.aim : texts.starting;
  return (
    <section className={failed ? styles.failed : styles.view} aria-label={texts.title}>
      <div id={elementId} className={styles.picture} hidden={failed} />
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
          <h1 className={styles.aim}>
            {(looking || state.kind === 'starting') && <Spinner />}
            <span role="status">{aim}</span>
          </h1>
          <div className={styles.frame} aria-hidden>
            <span />
            <span />
            <span />
            <span />
          </div>
          <div className={styles.foot}>
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

/**
 * The previous sale's voucher is still in front of the camera. It opens another sale only when the seller
 * taps this card.
 */
function AgainCard({ name, onTap }: { name: string; onTap: () => void }) {
  return (
    <button type="button" className={styles.again} onClick={onTap}>
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
    <div className={styles.tools}>
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
