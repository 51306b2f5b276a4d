import { Flashlight, SwitchCamera } from 'lucide-react';
import type { RefObject } from 'react';
import type { CameraErrorCode, Camera } from '#src/client/device/camera/cameras.ts';
import type { CameraScanner, ScannerState } from '#src/client/device/camera/camera-scanner.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { cameraErrorTexts, scanTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './camera-view.module.css';

/** Every failure of the camera has its words. */
const errorTexts: Record<CameraErrorCode, { title: string; note: string }> = cameraErrorTexts;

interface CameraViewProps {
  elementId: string;
  state: ScannerState;
  cameras: readonly Camera[];
  scanner: RefObject<CameraScanner | null>;
  looking: boolean;
  onType: () => void;
}

export function CameraView(props: CameraViewProps) {
  const { elementId, state, scanner, looking, onType } = props;
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
            <>
              <Button onClick={onType}>{texts.typeCode}</Button>
              <Button variant="secondary" onClick={() => void scanner.current?.start()}>
                {commonTexts.tryAgain}
              </Button>
            </>
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
          {state.kind === 'running' && <CameraTools {...props} state={state} />}
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
