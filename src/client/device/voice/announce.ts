import { type Cue, playCue } from '../sound.ts';
import type { Clip } from './clip-times.ts';
import type { sentences } from './sentences.ts';

type Sentences = typeof sentences;

/** Duration of the sound before the words, ms. */
const cueMs: Record<Cue, number> = { paid: 420, refused: 660, pending: 420 };

/** Voice and words load with their first use: no page waits for them. */
const load = () => Promise.all([import('./voice.ts'), import('./sentences.ts')]);

/** Plays sound and vibration of a result at once, then its words. */
export function announce(cue: Cue, words: Words): void {
  playCue(cue);
  void speak(words, cueMs[cue]);
}

type Words = (sentences: Sentences) => readonly Clip[];

let last: Words | null = null;

/** Speaks words only. A failure to load or play is ignored, because every screen shows the same. */
export async function speak(words: Words, afterMs = 0): Promise<void> {
  last = words;
  try {
    const [{ say }, { sentences }] = await load();
    await say(words(sentences), afterMs);
  } catch {
    // Offline before the staff's files were cached: the sound alone has announced it.
  }
}

/** Repeats the last words. */
export function speakAgain(): void {
  if (last !== null) void speak(last);
}

/** Loads the recording before the first sale. */
export function prepareToSpeak(): void {
  void load().then(
    ([{ prepareVoice }]) => prepareVoice(),
    () => undefined,
  );
}
