const everyMs = 60_000;

/**
 * Runs `sweep` now and every minute, never two at once. Returns the function that stops it, which waits for the run
 * under way.
 */
export function startSweeping(
  sweep: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= sweep()
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
