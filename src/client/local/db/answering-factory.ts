import { afterSteps } from './in-time.ts';

/** Time for a slow disk to answer, as steps in ms: a busy page receives every event late. */
const ownPatience = { steps: 8, stepMs: 500 };

/**
 * Returns an IndexedDB factory whose `open` always ends. WebKit may wedge a database whose page was closed
 * during its creation: opening it then gets no answer, and its waiters would hang forever. Such a request
 * fails with a TimeoutError. An upgrade that has begun, or waits for another tab, takes the time it needs.
 * `onDataLoss`: Chromium reports, when it recreates a database, that it discarded the old one, and why.
 */
export function answeringFactory(
  factory: IDBFactory,
  onDataLoss: (why: string) => void,
  patience = ownPatience,
): IDBFactory {
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    const request = factory.open(name, version);
    const stop = afterSteps(patience, () => giveUp(request));
    for (const answer of ['success', 'error', 'blocked', 'upgradeneeded'])
      request.addEventListener(answer, stop, { once: true });
    request.addEventListener('upgradeneeded', (event) => {
      if ('dataLoss' in event && event.dataLoss === 'total')
        onDataLoss('dataLossMessage' in event ? String(event.dataLossMessage) : 'total');
    });
    return request;
  };
  return new Proxy(factory, {
    get(target, key) {
      if (key === 'open') return open;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Rejects the caller's request. A database that opens afterwards is closed again, without an upgrade. */
function giveUp(request: IDBOpenDBRequest): void {
  request.onsuccess = null;
  request.onupgradeneeded = null;
  request.addEventListener('success', () => request.result.close());
  request.addEventListener('upgradeneeded', () => request.transaction?.abort());
  const error = new DOMException('the database did not answer', 'TimeoutError');
  const event = Object.defineProperty(new Event('error'), 'target', { value: { error } });
  request.onerror?.(event);
}
