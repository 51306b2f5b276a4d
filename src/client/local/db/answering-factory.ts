/** A disk that is slow has answered by then: so many steps of so many ms, because a page that is busy hears everything late. */
const patience = { steps: 8, stepMs: 500 };

/**
 * IndexedDB whose `open` always ends. WebKit may keep a database wedged whose page was left while it was made: asking for it
 * then gets no answer at all, and nothing that waits for it would ever go on. Such a request fails with a TimeoutError; an
 * upgrade that has begun, or that waits for another tab, takes the time it needs. `onDataLoss`: Chromium says in the event
 * that makes a database anew that it threw the one before away, and why.
 */
export function answeringFactory(
  factory: IDBFactory,
  onDataLoss: (why: string) => void,
  { steps, stepMs } = patience,
): IDBFactory {
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    const request = factory.open(name, version);
    let left = steps;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      giveUp(request);
    }, stepMs);
    for (const answer of ['success', 'error', 'blocked', 'upgradeneeded'])
      request.addEventListener(answer, () => clearInterval(timer), { once: true });
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

/** Whoever asked hears of a failure; an answer that comes after it is shut again, and makes nothing. */
function giveUp(request: IDBOpenDBRequest): void {
  request.onsuccess = null;
  request.onupgradeneeded = null;
  request.addEventListener('success', () => request.result.close());
  request.addEventListener('upgradeneeded', () => request.transaction?.abort());
  const error = new DOMException('the database did not answer', 'TimeoutError');
  const event = Object.defineProperty(new Event('error'), 'target', { value: { error } });
  request.onerror?.(event);
}
