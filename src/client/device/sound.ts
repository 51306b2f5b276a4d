/** Results that a stall must recognise without looking: paid, not charged, accepted but unconfirmed. */
export type Cue = 'paid' | 'refused' | 'pending';

type Tone = { readonly hertz: number; readonly startMs: number; readonly durationMs: number };

/** Sounds of the three results. A pause separates two equal tones, which would otherwise sound like one. */
const tones: Readonly<Record<Cue, readonly Tone[]>> = {
  paid: [
    { hertz: 660, startMs: 0, durationMs: 120 },
    { hertz: 990, startMs: 120, durationMs: 220 },
  ],
  refused: [
    { hertz: 330, startMs: 0, durationMs: 200 },
    { hertz: 220, startMs: 200, durationMs: 380 },
  ],
  pending: [
    { hertz: 520, startMs: 0, durationMs: 120 },
    { hertz: 520, startMs: 220, durationMs: 120 },
  ],
};

/** Vibrations in milliseconds: on, off, on... */
const vibrations: Readonly<Record<Cue, readonly number[]>> = {
  paid: [120],
  refused: [300, 120, 300],
  pending: [80, 80, 80, 80, 80],
};

type Sound = {
  /** Plays the cue; silent before the first tap or key, when browsers forbid sound. */
  play: (cue: Cue) => void;
  /** Returns the audio context, once a tap has started it. */
  running: () => AudioContext | undefined;
};

/** Ramp at both ends, without which the loudspeaker clicks. */
const rampSeconds = 0.008;
const loudness = 0.8;

/**
 * Sound that starts at the first tap or key anywhere in `page`, and resumes after the system has suspended
 * it.
 */
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

/**
 * A triangle wave carries over market noise on a tablet's loudspeaker, where a pure sine at 220 Hz is hardly
 * audible.
 */
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

/**
 * Vibrates if the device can. Before the first tap the browser would refuse and log a warning, so it is not
 * called.
 */
function vibrate(cue: Cue): void {
  const hasTapped = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
  if (hasTapped && 'vibrate' in navigator) navigator.vibrate([...vibrations[cue]]);
}

const sound = createSound();

/** Plays sound and vibration of a result: one cue for seller and buyer. */
export function playCue(cue: Cue): void {
  sound.play(cue);
  vibrate(cue);
}

/** Audio context for other sounds; undefined before the first tap and without Web Audio. */
export const runningAudio = (): AudioContext | undefined => sound.running();
