import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answeringFactory } from '#src/client/local/db/answering-factory.ts';

/** An open request that records the expected events. */
class FakeRequest extends EventTarget {
  onsuccess: unknown = () => undefined;
  onupgradeneeded: unknown = () => undefined;
  onerror: ((event: Event) => void) | null = (event) => void failures.push(event);
  result = { close: vi.fn() };
  transaction: { abort: () => void } | null = { abort: vi.fn() };
}

let asked: unknown[][];
let request: FakeRequest;
let losses: string[];
let failures: Event[];
const browser = {
  kind: 'a browser',
  open: (...given: unknown[]) => (asked.push(given), request),
  who(): unknown {
    return this;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  [asked, losses, failures] = [[], [], []];
  request = new FakeRequest();
});
afterEach(() => vi.useRealTimers());

const factory = (patience?: { steps: number; stepMs: number }) =>
  answeringFactory(browser as unknown as IDBFactory, (why) => losses.push(why), patience);
const open = (patience?: { steps: number; stepMs: number }) => factory(patience).open('money', 3);
const say = (kind: string, own: object = {}) => request.dispatchEvent(Object.assign(new Event(kind), own));

describe('a database being opened', () => {
  it('gets four seconds, after which its caller receives one failure', () => {
    expect(open()).toBe(request);
    expect(asked).toEqual([['money', 3]]);
    vi.advanceTimersByTime(3_999);
    expect(failures).toEqual([]);
    vi.advanceTimersByTime(1);
    const [failure] = failures;
    expect(failure?.type).toBe('error');
    const error = (failure?.target as unknown as { error: DOMException } | undefined)?.error;
    expect([error?.name, error?.message]).toEqual(['TimeoutError', 'the database did not answer']);
    vi.advanceTimersByTime(60_000);
    expect([failures.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it.each(['success', 'error', 'blocked', 'upgradeneeded'])(
    'that reports "%s" takes the time it needs',
    (kind) => {
      open({ steps: 2, stepMs: 10 });
      vi.advanceTimersByTime(19);
      say(kind);
      expect(vi.getTimerCount()).toBe(0);
      vi.advanceTimersByTime(60_000);
      expect(failures).toEqual([]);
      expect(request.onsuccess).not.toBeNull();
      expect(request.result.close).not.toHaveBeenCalled();
    },
  );

  it('that answers too late is closed again, and creates nothing', () => {
    const { transaction } = request;
    open({ steps: 1, stepMs: 10 });
    vi.advanceTimersByTime(10);
    expect([request.onsuccess, request.onupgradeneeded]).toEqual([null, null]);
    say('upgradeneeded');
    expect(transaction?.abort).toHaveBeenCalledOnce();
    say('success');
    expect(request.result.close).toHaveBeenCalledOnce();
  });

  it('fails silently when no one waits, with nothing to undo', () => {
    const noticed = vi.fn();
    process.once('uncaughtException', noticed);
    [request.onerror, request.transaction] = [null, null];
    open({ steps: 1, stepMs: 10 });
    vi.advanceTimersByTime(10);
    say('upgradeneeded');
    process.removeListener('uncaughtException', noticed);
    expect(noticed).not.toHaveBeenCalled();
  });

  it('reports that the previous database was discarded, and why', () => {
    open();
    say('upgradeneeded', { dataLoss: 'none', dataLossMessage: 'nothing' });
    say('upgradeneeded');
    expect(losses).toEqual([]);
    say('upgradeneeded', { dataLoss: 'total', dataLossMessage: 'torn' });
    say('upgradeneeded', { dataLoss: 'total' });
    expect(losses).toEqual(['torn', 'total']);
  });

  it("otherwise behaves like the browser's", () => {
    const own = factory() as unknown as typeof browser;
    expect([own.kind, own.who()]).toEqual(['a browser', browser]);
  });
});
