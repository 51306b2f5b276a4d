/** Bytes that came from a printer, handed out one by one to a reader that waits for a bounded time. */
export type Answers = {
  put: (bytes: Uint8Array) => void;
  next: (timeoutMs: number) => Promise<number | null>;
};

export function createAnswers(): Answers {
  const waiting: number[] = [];
  let wake: (() => void) | null = null;
  return {
    put(bytes) {
      waiting.push(...bytes);
      wake?.();
    },
    async next(timeoutMs) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      return waiting.shift() ?? null;
    },
  };
}
