/**
 * Beginnings of transactions, which Dexie puts off to its own queue: it runs after the next step of any table,
 * and at the latest as a promise would.
 */
let queue: (() => void)[] = [];
let isOutside = true;
const settled = Promise.resolve();

export function putOff(work: () => void): void {
  if (queue.push(work) === 1 && isOutside) void settled.then(() => runPutOff(() => undefined));
}

/** Runs a step, and then all that was put off, unless it is itself a part of such work. */
export function runPutOff<Value>(step: () => Value): Value {
  const isRoot = isOutside;
  isOutside = false;
  try {
    return step();
  } finally {
    if (isRoot) {
      runQueue();
      isOutside = true;
    }
  }
}

function runQueue(): void {
  while (queue.length > 0) {
    const works = queue;
    queue = [];
    for (const work of works) work();
  }
}
