import { Flashlight, RefreshCw, RotateCw, SwitchCamera, TriangleAlert, UserRound } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  type Aside,
  type CameraScanner,
  createScanner,
  type ScannerState,
} from '#src/client/device/camera/camera-scanner.ts';
import type { Camera, CameraErrorCode } from '#src/client/device/camera/cameras.ts';
import type { ScannerElements } from '#src/client/device/camera/open-camera.ts';
import { createReadGate } from '#src/client/device/camera/read-gate.ts';
import { keepAwake } from '#src/client/device/keep-awake.ts';
import type { Answer } from '#src/client/money/operation/use-answer.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { againTexts, cameraErrorTexts, scanTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { shortCodeOf, voucherIn } from '#src/protocol/voucher-link.ts';
import type { ScannedPurchase } from './use-voucher-lookup.ts';
import styles from './camera-view.module.css';

/** The camera of this screen. It runs while `open`, and is released when the screen unmounts. */
export function useScanner(open: boolean, onCode: (text: string) => void) {
  const id = useId().replaceAll(/\W/g, '');
  const [elements] = useState({ picture: `camara-${id}`, frame: `cuadro-${id}` });
  const [state, setState] = useState<ScannerState>({ kind: 'starting' });
  const [cameras, setCameras] = useState<Camera[]>([]);
  const [aside, setAside] = useAside();
  const scanner = useRef<CameraScanner>(null);
  const read = useEffectEvent(onCode);

  useEffect(() => {
    if (!open) return undefined;
    let live = true;
    const created = createScanner(
      elements,
      {
        onCode: (text) => read(text),
        onAside: setAside,
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
  }, [open, elements, setAside]);

  return { elements, state, cameras, scanner, aside };
}

/** Time that each stays on screen after the camera last saw it: a card to tap longer than a line to read. */
const shownMs: Record<Aside['kind'], number> = { again: 4_000, two: 2_000, foreign: 2_000 };

function useAside() {
  const [aside, setAside] = useState<Aside | null>(null);
  useEffect(() => {
    if (aside === null) return undefined;
    const timer = setTimeout(() => setAside(null), shownMs[aside.kind]);
    return () => clearTimeout(timer);
  }, [aside]);
  return [aside, setAside] as const;
}

const warnings: Record<Exclude<Aside['kind'], 'again'>, string> = {
  two: texts.two,
  foreign: texts.otherCode,
};

/** Every failure of the camera has its words. */
const errorTexts: Record<CameraErrorCode, { title: string; note: string }> = cameraErrorTexts;

interface CameraViewProps {
  elements: ScannerElements;
  state: ScannerState;
  cameras: readonly Camera[];
  scanner: RefObject<CameraScanner | null>;
  looking: boolean;
  /** Why no code can be charged now; shown in place of the invitation. */
  blocked: string | null;
  aside: Aside | null;
  onAgain: (text: string) => void;
}

export function CameraView(props: CameraViewProps) {
  const { elements, state, scanner, looking, blocked, aside, onAgain } = props;
  const failed = state.kind === 'failed';
  const aim = looking ? texts.looking : state.kind === 'running' ? texts.aim : texts.starting;
  const seen = aside === null || aside.kind === 'again' ? blocked : warnings[aside.kind];
  const warning = looking ? null : seen;
  return (
    <section className={failed ? styles.failed : styles.view} aria-label={texts.title}>
      <div id={elements.picture} className={styles.picture} hidden={failed} />
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
          <h1 className={`row-12 strong ${styles.aim}`} data-warning={warning !== null}>
            {(looking || state.kind === 'starting') && <Spinner />}
            {warning !== null && <Icon of={TriangleAlert} size={28} />}
            <span role="status">{warning ?? aim}</span>
          </h1>
          <div id={elements.frame} className={styles.frame} aria-hidden />
          <div className={`stack-12 ${styles.foot}`}>
            <div role="status">
              {/* The previous sale's voucher is still in front of the camera. Only a tap opens another sale. */}
              {aside?.kind === 'again' && !looking && (
                <button
                  type="button"
                  className={`row-12 pad-strip ${styles.again}`}
                  onClick={() => onAgain(aside.text)}
                >
                  <Icon of={UserRound} size={32} />
                  <span className="fill">
                    <b>{againTexts.title(aside.name)}</b>
                    <small>{againTexts.charge}</small>
                  </span>
                  <Icon of={RotateCw} size={28} />
                </button>
              )}
            </div>
            {state.kind === 'running' && <CameraTools {...props} state={state} />}
          </div>
        </>
      )}
    </section>
  );
}

interface CameraToolsProps extends CameraViewProps {
  state: Extract<ScannerState, { kind: 'running' }>;
}

function CameraTools({ state, cameras, scanner }: CameraToolsProps) {
  const place = cameras.findIndex((camera) => camera.id === state.cameraId);
  const next = cameras[(place + 1) % cameras.length];
  return (
    <div className="split">
      {state.hasTorch && (
        <button
          type="button"
          className="chip strong"
          aria-pressed={state.torchOn}
          onClick={() => void scanner.current?.setTorch(!state.torchOn)}
        >
          <Icon of={Flashlight} />
          <span>{state.torchOn ? texts.torchOn : texts.torchOff}</span>
        </button>
      )}
      {cameras.length > 1 && next !== undefined && (
        <button
          type="button"
          className="chip strong"
          onClick={() => void scanner.current?.chooseCamera(next.id)}
        >
          <Icon of={SwitchCamera} />
          <span>{cameraName(cameras, place)}</span>
        </button>
      )}
    </div>
  );
}

type Side = 'back' | 'front' | 'other';

function sideOf(label: string): Side {
  if (/back|rear|trasera|environment/i.test(label)) return 'back';
  return /front|frontal|user/i.test(label) ? 'front' : 'other';
}

const sideNames: Record<Side, { only: string | null; number: (number: number) => string }> = {
  back: { only: texts.cameraBack, number: texts.cameraBackNumber },
  front: { only: texts.cameraFront, number: texts.cameraFrontNumber },
  other: { only: null, number: texts.cameraNumber },
};

/** Several cameras of one side are numbered in the browser's order. */
export function cameraName(cameras: readonly Camera[], place: number): string {
  const side = sideOf(cameras[place]?.label ?? '');
  const isSame = ({ label }: Camera): boolean => sideOf(label) === side;
  const { only, number } = sideNames[side];
  const isOnly = cameras.filter(isSame).length === 1;
  return isOnly && only !== null ? only : number(cameras.slice(0, place + 1).filter(isSame).length);
}

/** The gate shared by every scanner of the page: it knows which vouchers were opened and charged before. */
const scanGate = createReadGate(voucherIn);

/** Records the voucher on which a sale was opened: it opens the next sale only after a tap. */
export function noteOpened({ voucherId, ...purchase }: ScannedPurchase): void {
  const name = purchase.kind === 'seen' ? personName(purchase.voucher.clientId.ownerName) : '';
  scanGate.opened(voucherId, name === '' ? againTexts.code(shortCodeOf(voucherId)) : name);
}

/** Rests the voucher of this sale once it was charged, or may have been. */
export function useChargedVoucher({ voucherId }: ScannedPurchase, answer: Answer['kind']): void {
  const isCharged = answer !== 'none' && answer !== 'refused';
  useEffect(() => {
    if (isCharged) scanGate.charged(voucherId);
  }, [isCharged, voucherId]);
}
