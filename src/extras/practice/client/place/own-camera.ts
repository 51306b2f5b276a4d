import { qrShape } from '#src/client/device/print/draw-qr.ts';

const size = { width: 640, height: 480 };
/** Side of the paper held before the camera, px. */
const paperPx = 420;
/** Interval at which the picture moves, ms: a still camera delivers no frames. */
const frameMs = 100;

export type PracticeCamera = {
  devices: Pick<
    MediaDevices,
    'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
  >;
  /** Shows a code to the camera, or null for none. */
  hold(text: string | null): void;
};

/**
 * Returns a camera that shows the invented customer's paper, so that the real scanner reads it without a
 * permission.
 */
export function createPracticeCamera(): PracticeCamera {
  let paper: string | null = null;
  const canvas = Object.assign(document.createElement('canvas'), size);
  let turn = 0;
  const draw = (): void => {
    const context = canvas.getContext('2d');
    if (context === null) return;
    turn += 1;
    context.fillStyle = turn % 2 === 0 ? '#8a7357' : '#8b7458';
    context.fillRect(0, 0, size.width, size.height);
    if (paper !== null) drawPaper(context, paper);
  };
  const getUserMedia = async (): Promise<MediaStream> => {
    draw();
    const stream = canvas.captureStream(1_000 / frameMs);
    const [track] = stream.getVideoTracks();
    const timer = setInterval(() => {
      if (track === undefined || track.readyState === 'ended') clearInterval(timer);
      else draw();
    }, frameMs);
    return stream;
  };
  const seen = { kind: 'videoinput', deviceId: 'practica', groupId: '', label: 'environment' } as const;
  return {
    devices: {
      getUserMedia,
      enumerateDevices: async () => [{ ...seen, toJSON: () => seen }],
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    hold: (text) => {
      paper = text;
    },
  };
}

function drawPaper(context: CanvasRenderingContext2D, text: string): void {
  const { side, runs } = qrShape(text);
  const dotPx = Math.floor(paperPx / side);
  const [left, top] = [(size.width - dotPx * side) / 2, (size.height - dotPx * side) / 2];
  context.fillStyle = '#fff';
  context.fillRect(left, top, dotPx * side, dotPx * side);
  context.fillStyle = '#000';
  for (const [x, y, length] of runs)
    context.fillRect(left + x * dotPx, top + y * dotPx, length * dotPx, dotPx);
}
