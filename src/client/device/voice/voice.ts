import { runningAudio } from '../sound.ts';
import { type Clip, clipTimes, markAtMs } from './clip-times.ts';
import { phrases } from './phrases.ts';
import { readVoice } from './voice-settings.ts';

/** Pause after a sentence's end, and between two words, seconds. */
const breath = 0.16;
const joint = 0.01;
/** Limits the samples to 4 MB of memory; the recording has no higher frequencies. */
const sampleRate = 16_000;

type Recording = {
  readonly samples: AudioBuffer;
  /** Start of the file within the samples, seconds. */ readonly start: number;
};

/**
 * Speaks sentences made of clips. A later sentence replaces an earlier one. Without Web Audio, before the
 * first tap, or when switched off, it is silent and never fails.
 */
export function createVoice(audio: () => BaseAudioContext | undefined, volume: () => number) {
  let loading: Promise<Recording> | undefined;
  let speaking: AudioBufferSourceNode[] = [];
  let turn = 0;

  const recording = (): Promise<Recording> => {
    loading ??= loadRecording().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  function stop(): void {
    for (const source of speaking) source.stop();
    speaking = [];
  }

  /** Resolves to the duration of the speech, seconds; 0 when silent. */
  async function say(sentence: readonly Clip[], afterMs = 0): Promise<number> {
    turn += 1;
    const own = turn;
    stop();
    if (volume() === 0) return 0;
    const askedAt = performance.now();
    const recorded = await recording().catch(() => null);
    const context = audio();
    if (recorded === null || context === undefined || own !== turn) return 0;
    const gain = new GainNode(context, { gain: volume() });
    gain.connect(context.destination);
    const waited = performance.now() - askedAt;
    const begin = context.currentTime + Math.max(0, afterMs - waited) / 1000 + joint;
    let at = begin;
    for (const clip of sentence) {
      const [startMs, durationMs] = clipTimes[clip];
      const source = new AudioBufferSourceNode(context, { buffer: recorded.samples });
      source.connect(gain);
      source.start(at, recorded.start + startMs / 1000, durationMs / 1000);
      speaking.push(source);
      at += durationMs / 1000 + (endsSentence(clip) ? breath : joint);
    }
    return at - begin;
  }

  return { say, prepare: () => void recording().catch(() => undefined) };
}

function endsSentence(clip: Clip): boolean {
  const text: Partial<Record<Clip, string>> = phrases;
  return clip === 'pesos' || clip === 'peso' || (text[clip]?.endsWith('.') ?? false);
}

async function loadRecording(): Promise<Recording> {
  const answer = await fetch(new URL('./clips.mp3', import.meta.url));
  if (!answer.ok) throw new Error(`clips.mp3 answered ${answer.status}`);
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  const samples = await decoder.decodeAudioData(await answer.arrayBuffer());
  return { samples, start: beginsAt(samples.getChannelData(0)) - markAtMs / 1000 };
}

/**
 * Decoders insert different amounts of silence before the first sample: the first sound marks where the file
 * starts.
 */
function beginsAt(samples: Float32Array): number {
  const first = samples.findIndex((sample) => Math.abs(sample) > 0.2);
  return Math.max(0, first) / sampleRate;
}

const voice = createVoice(runningAudio, readVoice);

/** Speaks the clips in sequence; `afterMs` leaves time for a sound before them. */
export const say = voice.say;

/** Fetches the recording before it is needed. */
export const prepareVoice = voice.prepare;
