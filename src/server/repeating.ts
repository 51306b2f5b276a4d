/**
 * Runs `work` now and every `everyMs`, never twice at a time; what it throws goes to `onFailure`, and the next run comes all the same.
 * Returns the function that stops it, which waits for the run under way.
 */
export function startRepeating(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  everyMs: number,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= work()
      .catch(onFailure)
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
