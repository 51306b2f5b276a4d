/**
 * Platform functions that pages and their fake database call thousands of times a run. Node's own use its
 * event loop, another thread's port or a slow path of its compiler, and take longer than the product's code
 * between them. These do the same, in the same order. The returned function restores Node's.
 */
export function quickGlobals(): () => void {
  const real = { queueMicrotask, structuredClone, AbortController };
  const { postMessage } = BroadcastChannel.prototype;
  const { defineProperty } = Object;
  Object.assign(globalThis, {
    queueMicrotask: (work: () => void) => void then.call(settled, work),
    structuredClone: copyOf,
    AbortController: QuickAbortController,
  });
  // Dexie announces each change to other processes' pages, of which there are none.
  BroadcastChannel.prototype.postMessage = () => undefined;
  // Dexie replaces the global Promise and restores it thousands of times a run: an assignment does the same.
  Object.defineProperty = <Target>(
    target: Target,
    key: PropertyKey,
    descriptor: PropertyDescriptor,
  ): Target => {
    if (key !== 'Promise' || (target as unknown) !== globalThis || !descriptor.writable)
      return defineProperty(target, key, descriptor);
    globalThis.Promise = descriptor.value as PromiseConstructor;
    return target;
  };
  return () => {
    Object.defineProperty = defineProperty;
    BroadcastChannel.prototype.postMessage = postMessage;
    Object.assign(globalThis, real);
  };
}

const settled = Promise.resolve();
const { then } = Promise.prototype;
const clone = globalThis.structuredClone;

/** Structured clone of plain rows without repeated objects; everything else uses the real one. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? clone(value) : value;
  if (Array.isArray(value)) return value.map(copyOf);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Uint8Array.prototype) return (value as Uint8Array).slice();
  if (prototype !== Object.prototype) return clone(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key]);
  return copy;
}

/**
 * Dexie ends each transaction with one, and passes its signal to listeners of the fake database, which reads
 * no signals.
 */
class QuickAbortController {
  readonly signal = { aborted: false };
  abort(): void {
    this.signal.aborted = true;
  }
}
