/** Time for a slow disk to answer, as steps in ms: a busy or sleeping page receives every event late. */
const patience = { steps: 16, stepMs: 500 };

/** Returns the result of `work`, and calls `onLate` once when the disk has not answered in time. */
export function whenLate<Value>(
  work: PromiseLike<Value>,
  onLate: (error: DOMException) => void,
): Promise<Value> {
  return Promise.resolve(work).finally(onceLate(onLate));
}

/** Calls `onLate` when the disk should have answered, unless the returned function is called before. */
export function onceLate(onLate: (error: DOMException) => void): () => void {
  return afterSteps(patience, () => onLate(new DOMException('the disk did not answer', 'TimeoutError')));
}

/** Calls `work` after these steps, in ms, unless the returned function is called before. */
export function afterSteps({ steps, stepMs }: typeof patience, work: () => void): () => void {
  let left = steps;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    work();
  }, stepMs);
  return () => clearInterval(timer);
}

/**
 * Returns the same promise, which fails with a TimeoutError when the disk does not answer. The work may or
 * may not have been done then.
 */
export function inTime<Value>(work: PromiseLike<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    whenLate(work, reject).then(resolve, reject);
  });
}
