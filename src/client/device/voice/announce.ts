import type { Cue } from '../cue.ts';
import { playCue } from '../sound.ts';
import type { Clip } from './clip-times.ts';
import type { sentences } from './sentences.ts';

type Sentences = typeof sentences;

/** What the sound before the words takes, ms. */
const cueMs: Record<Cue, number> = { paid: 420, refused: 660, pending: 420 };

/** The voice and its words come when they are needed for the first time: no page waits for them. */
const load = () => Promise.all([import('./voice.ts'), import('./sentences.ts')]);

/** Sound and vibration of a result at once, then its words. */
export function announce(cue: Cue, words: (sentences: Sentences) => readonly Clip[]): void {
  playCue(cue);
  void speak(words, cueMs[cue]);
}

/** Words alone. What cannot be loaded or played is not said: every screen shows it as well. */
export async function speak(words: (sentences: Sentences) => readonly Clip[], afterMs = 0): Promise<void> {
  try {
    const [{ say }, { sentences }] = await load();
    await say(words(sentences), afterMs);
  } catch {
    // Without a link before the files of staff were kept: the sound alone has said it.
  }
}

/** Before the first sale: the recording is there when it is needed. */
export function prepareToSpeak(): void {
  void load().then(
    ([{ prepareVoice }]) => prepareVoice(),
    () => undefined,
  );
}
