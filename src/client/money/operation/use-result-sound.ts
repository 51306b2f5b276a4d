import { useEffect, useEffectEvent } from 'react';
import { announce, prepareToSpeak } from '#src/client/device/voice/announce.ts';
import { rowOf, type Sound } from './outcome-table.ts';
import type { Answer } from './use-answer.ts';

/** Words of each result, spoken after its cue. */
type Words = Record<Sound, Parameters<typeof announce>[1]>;

/**
 * Plays the sound, vibration and words of an outcome, once for each result. `isRefused`: this device refused
 * before placing.
 */
export function useResultSound(answer: Answer, isRefused: boolean, words: Words): void {
  const sound = isRefused ? 'refused' : soundOf(answer);
  const onResult = useEffectEvent((heard: Sound) =>
    announce(heard === 'accepted' ? 'pending' : heard, words[heard]),
  );
  useEffect(() => {
    prepareToSpeak();
  }, []);
  useEffect(() => {
    if (sound !== null) onResult(sound);
  }, [sound]);
}

/** Returns null while there is no result. */
function soundOf(answer: Answer): Sound | null {
  return answer.kind === 'none' || answer.kind === 'asking' ? null : rowOf(answer.operation).sound;
}
