const pauseMs = 3_000;

/** Tries a small write every few seconds until one succeeds, one at a time. Returns how to stop. */
export function untilWritten(write: () => Promise<void>, onWritten: () => void): () => void {
  let isTrying = false;
  const attempt = async (): Promise<void> => {
    if (isTrying) return;
    isTrying = true;
    // A failed one is why the trouble is shown.
    const isWritten = await write().then(
      () => true,
      () => false,
    );
    isTrying = false;
    if (isWritten) onWritten();
  };
  const timer = setInterval(() => void attempt(), pauseMs);
  void attempt();
  return () => clearInterval(timer);
}
