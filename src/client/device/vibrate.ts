import { vibrations, type Cue } from './cue.ts';

/** Vibrates where the device can and the person has tapped before; false where it did not. */
export function vibrate(cue: Cue): boolean {
  return 'vibrate' in navigator && navigator.vibrate([...vibrations[cue]]);
}
