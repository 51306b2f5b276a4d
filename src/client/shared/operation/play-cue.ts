import type { Cue } from '#src/client/device/cue.ts';
import { createSound } from '#src/client/device/sound.ts';
import { vibrate } from '#src/client/device/vibrate.ts';

const sound = createSound();

/** Sound and vibration of a result: one cue for seller and buyer. */
export function playCue(cue: Cue): void {
  sound.play(cue);
  vibrate(cue);
}
