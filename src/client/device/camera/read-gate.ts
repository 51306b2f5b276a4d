/** Result of a read: a new code, a code whose sale was just open and needs a tap, or nothing yet. */
type Judgement = { kind: 'read' } | { kind: 'again'; name: string } | { kind: 'ignored' };

/**
 * Decides which camera reads count. The printed voucher is usually still in front of the camera when the
 * scanner returns, so the codes of earlier sales are remembered across scanners.
 */
export type ReadGate = {
  /** A `read` locks the gate until `unlock`. */
  judge: (text: string) => Judgement;
  /** A scanner is on screen: it reads again, and the last code rests from now on. */
  unlock: () => void;
  /** A sale was opened on this code, which now needs a tap to be opened again. `name`: its customer. */
  opened: (code: string, name: string) => void;
  /** The code was charged, so it rests longer. */
  charged: (code: string) => void;
  readonly isLocked: boolean;
};

type Rest = { restMs: number; until: number; name: string | null };

/** Time for which a code is ignored after it was read, and after it was charged. */
const readRestMs = 3_000;
const chargedRestMs = 10_000;
/** A code that has rested this long is read like any other, unless it was the last one. */
const forgottenMs = 120_000;

/** `codeOf` maps the scanned text to the code that `opened` and `charged` use. */
export function createReadGate(
  codeOf: (text: string) => string = (text) => text,
  now: () => number = () => performance.now(),
): ReadGate {
  let isLocked = false;
  let last = '';
  const rests = new Map<string, Rest>();

  function rest(code: string, change: Partial<Rest>): void {
    const { restMs = readRestMs, name = null } = { ...rests.get(code), ...change };
    rests.set(code, { restMs, name, until: now() + restMs });
  }

  return {
    judge(text) {
      const code = codeOf(text);
      const { until = 0, name = null } = rests.get(code) ?? {};
      if (isLocked || now() < until) return { kind: 'ignored' };
      if (name !== null) return { kind: 'again', name };
      isLocked = true;
      last = code;
      rest(code, {});
      return { kind: 'read' };
    },
    unlock() {
      isLocked = false;
      for (const [code, { until }] of rests)
        if (code !== last && now() > until + forgottenMs) rests.delete(code);
      if (rests.has(last)) rest(last, {});
    },
    opened(code, name) {
      last = code;
      rest(code, { name, restMs: readRestMs });
    },
    charged(code) {
      rest(code, { restMs: chargedRestMs });
    },
    get isLocked() {
      return isLocked;
    },
  };
}
