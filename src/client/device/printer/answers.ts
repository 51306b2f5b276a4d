/** Queue of the bytes that a printer sent; a reader waits for the next one for a bounded time. */
export function createAnswers() {
  const waiting: number[] = [];
  let wake: (() => void) | null = null;
  return {
    put(bytes: Uint8Array) {
      waiting.push(...bytes);
      wake?.();
    },
    async next(timeoutMs: number): Promise<number | null> {
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
