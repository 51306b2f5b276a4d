/** A disk that is slow has answered by then: so many steps of so many ms, because a page that is busy or asleep hears everything late. */
const patience = { steps: 16, stepMs: 500 };

/** The same promise; it fails with a TimeoutError when the disk says nothing. Whether the work was done is not known then. */
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
