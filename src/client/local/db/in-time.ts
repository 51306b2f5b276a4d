/** Time for a slow disk to answer, as steps in ms: a busy or sleeping page receives every event late. */
const patience = { steps: 16, stepMs: 500 };

/**
 * Returns the same promise, which fails with a TimeoutError when the disk does not answer. The work may or
 * may not have been done then.
 */
export async function inTime<Value>(work: PromiseLike<Value>): Promise<Value> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    let left = patience.steps;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) reject(new DOMException('the disk did not answer', 'TimeoutError'));
    }, patience.stepMs);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearInterval(timer);
  }
}
