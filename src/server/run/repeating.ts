/**
 * Runs `work` now and every `everyMs`, never twice at a time. Errors go to `onFailure`, and the next run
 * follows. Returns a function that stops it after the current run.
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
