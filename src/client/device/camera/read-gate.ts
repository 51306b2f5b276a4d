/** Meaning of the codes in the frame: `read` opens a sale, the others are shown over the running picture. */
export type Judgement =
  | { kind: 'read'; text: string }
  /** A code whose sale was just open, which needs a tap. */
  | { kind: 'again'; text: string; name: string }
  /** Two vouchers in the frame: neither is taken. */
  | { kind: 'two' }
  /** Only codes that are no vouchers. */
  | { kind: 'foreign' }
  | { kind: 'ignored' };

/** Returns a voucher's code from the text of a QR code, or null for any other text. */
export type CodeOf = (text: string) => string | null;

/** Returns the vouchers among these texts by their code: two addresses of one market lead to one voucher. */
export function vouchersAmong(texts: readonly string[], codeOf: CodeOf): Map<string, string> {
  const vouchers = new Map<string, string>();
  for (const text of texts) {
    const code = codeOf(text);
    if (code !== null) vouchers.set(code, text);
  }
  return vouchers;
}

export type ReadGate = ReturnType<typeof createReadGate>;

type Rest = { restMs: number; until: number; name: string | null };

/** Time for which a code is ignored after it was read, and after it was charged. */
const readRestMs = 3_000;
const chargedRestMs = 10_000;
/** A code that has rested this long is read like any other, unless it was the last one. */
const forgottenMs = 120_000;
/** Time for which a code seen beside another still counts: a moved paper is not decoded in every frame. */
const besideMs = 500;

/**
 * Decides which camera reads count. The printed voucher is usually still in front of the camera when the
 * scanner returns, so the codes of earlier sales are remembered across scanners.
 */
export function createReadGate(codeOf: CodeOf = (text) => text, now: () => number = () => performance.now()) {
  let isLocked = false;
  let last = '';
  const rests = new Map<string, Rest>();
  /** Vouchers without an earlier sale, and when they were last in the frame. */
  const fresh = new Map<string, number>();

  function rest(code: string, change: Partial<Rest>): void {
    const { restMs = readRestMs, name = null } = { ...rests.get(code), ...change };
    rests.set(code, { restMs, name, until: now() + restMs });
  }

  /** A voucher of an earlier sale never hides a new one beside it. */
  function judgeFresh(vouchers: Map<string, string>): Judgement | null {
    const seen = [...vouchers].filter(([code]) => !isKnown(code));
    for (const [code] of seen) fresh.set(code, now());
    for (const [code, at] of fresh) if (now() - at > besideMs) fresh.delete(code);
    const [first] = seen;
    if (first === undefined) return null;
    if (fresh.size > 1) return { kind: 'two' };
    [last] = first;
    isLocked = true;
    fresh.clear();
    rest(last, {});
    return { kind: 'read', text: first[1] };
  }

  function isKnown(code: string): boolean {
    const { until = 0, name = null } = rests.get(code) ?? {};
    return now() < until || name !== null;
  }

  return {
    /** Judges the texts of all codes in the frame. A `read` locks the gate until `unlock`. */
    judge(texts: readonly string[]): Judgement {
      if (isLocked) return { kind: 'ignored' };
      const vouchers = vouchersAmong(texts, codeOf);
      if (vouchers.size === 0) return { kind: texts.length > 0 ? 'foreign' : 'ignored' };
      const judgement = judgeFresh(vouchers);
      if (judgement) return judgement;
      const rested = [...vouchers].filter(([code]) => now() >= (rests.get(code)?.until ?? 0));
      const [again] = rested;
      if (again === undefined) return { kind: 'ignored' };
      if (rested.length > 1) return { kind: 'two' };
      const [code, text] = again;
      return { kind: 'again', text, name: rests.get(code)?.name ?? '' };
    },
    /** A scanner is on screen: it reads again, and the last code rests from now on. */
    unlock() {
      isLocked = false;
      for (const [code, { until }] of rests)
        if (code !== last && now() > until + forgottenMs) rests.delete(code);
      if (rests.has(last)) rest(last, {});
    },
    /** A sale was opened on this code, which now needs a tap to be opened again. `name`: its customer. */
    opened(code: string, name: string) {
      last = code;
      rest(code, { name, restMs: readRestMs });
    },
    /** The code was charged, so it rests longer. */
    charged(code: string) {
      rest(code, { restMs: chargedRestMs });
    },
    get isLocked() {
      return isLocked;
    },
  };
}
