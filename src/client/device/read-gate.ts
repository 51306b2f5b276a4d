/**
 * Decides which reads of the camera count. The first one locks: nothing more is read until `unlock`. After that the
 * same code is ignored for `ignoreMs`, because the paper is usually still in front of the camera.
 */
export type ReadGate = {
  /** True when this read counts; it then locks. */
  admit: (text: string) => boolean;
  unlock: () => void;
  readonly locked: boolean;
};

export function createReadGate(ignoreMs = 3000, now: () => number = () => performance.now()): ReadGate {
  let locked = false;
  let last: { text: string; until: number } | undefined;
  return {
    admit(text) {
      if (locked || (last?.text === text && now() < last.until)) return false;
      locked = true;
      last = { text, until: now() + ignoreMs };
      return true;
    },
    unlock() {
      locked = false;
      if (last) last.until = now() + ignoreMs;
    },
    get locked() {
      return locked;
    },
  };
}
