import { type Cue, type Tone, tones, vibrations } from './cue.ts';

type Sound = {
  /** Plays the cue; silent before the first tap or key, where browsers forbid sound. */
  play: (cue: Cue) => void;
  /** What sounds are played on, once a tap has woken it. */
  running: () => AudioContext | undefined;
};

/** A ramp at both ends, or the loudspeaker clicks. */
const rampSeconds = 0.008;
const loudness = 0.8;

/** Sound that wakes at the first tap or key anywhere in `page`, and again when the system has put it to sleep. */
export function createSound(page: EventTarget = document): Sound {
  let context: AudioContext | undefined;
  const wake = (): void => {
    if (!('AudioContext' in window)) return;
    context ??= new AudioContext();
    if (context.state !== 'running') void context.resume().catch(() => undefined);
  };
  page.addEventListener('pointerdown', wake, { passive: true });
  page.addEventListener('keydown', wake);
  return {
    play(cue) {
      if (context?.state !== 'running') return;
      for (const tone of tones[cue]) playTone(context, tone);
    },
    running: () => (context?.state === 'running' ? context : undefined),
  };
}

/** A triangle carries over market noise on a tablet's loudspeaker, where a pure sine at 220 Hz is hardly heard. */
function playTone(context: AudioContext, { hertz, startMs, durationMs }: Tone): void {
  const start = context.currentTime + startMs / 1000;
  const end = start + durationMs / 1000;
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + rampSeconds);
  volume.gain.setValueAtTime(loudness, end - rampSeconds);
  volume.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

/** Vibrates where the device can. Before the first tap the browser refuses and complains in the console: it is not asked. */
function vibrate(cue: Cue): void {
  const hasTapped = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
  if (hasTapped && 'vibrate' in navigator) navigator.vibrate([...vibrations[cue]]);
}

const sound = createSound();

/** Sound and vibration of a result: one cue for seller and buyer. */
export function playCue(cue: Cue): void {
  sound.play(cue);
  vibrate(cue);
}

/** For whoever plays something else; undefined before the first tap and where there is no Web Audio. */
export const runningAudio = (): AudioContext | undefined => sound.running();
