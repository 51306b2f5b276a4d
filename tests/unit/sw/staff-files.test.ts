import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { staffFilesCache, staffFilesMark } from '#src/contract/staff-files.ts';
import { createStaffFiles, dropWrongFiles, laterGroup } from '#src/sw/staff-files.ts';

const origin = 'https://plaza.co';
const at = (path: string): string => new URL(path, origin).href;

let stores: Map<string, Map<string, Response>>;
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

/** A file as the server sends it. */
const file = (url: string, body = ''): Response =>
  new Response(body, { headers: { 'content-type': url.endsWith('.css') ? 'text/css' : 'text/javascript' } });
/** A proxy's page, sent for any address. */
const proxyPage = (): Response => new Response('<p>Pague</p>', { headers: { 'content-type': 'text/html' } });

beforeEach(() => {
  stores = new Map();
  fetched.mockReset().mockImplementation((url) => Promise.resolve(file(url, `of ${url}`)));
  vi.stubGlobal('fetch', fetched);
  const open = (name: string) => {
    const held = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, held);
    return Promise.resolve({
      keys: () => Promise.resolve([...held.keys()].map((url) => ({ url }))),
      match: (url: string) => Promise.resolve(held.get(at(url))?.clone()),
      put: (url: string, response: Response) => Promise.resolve(held.set(at(url), response)),
      delete: (url: string) => Promise.resolve(held.delete(url)),
    });
  };
  vi.stubGlobal('caches', {
    open,
    has: (name: string) => Promise.resolve(stores.has(name)),
    match: ({ url }: Request, { cacheName }: { cacheName?: string } = {}) => {
      const named = cacheName === undefined ? [...stores.values()] : [stores.get(cacheName)];
      return Promise.resolve(named.map((one) => one?.get(url)).find((found) => found !== undefined));
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const names = ['assets/a-1.js', 'assets/b-1.js', 'assets/c-1.css'];
const files = (of = names) => createStaffFiles(of, origin);
const held = (): string[] => [...(stores.get(staffFilesCache)?.keys() ?? [])].sort();

describe("the staff's files", () => {
  it('are fetched once, with a mark when complete', async () => {
    expect(await files().isHeld()).toBe(false);
    await files().keep();
    expect(held()).toEqual([...names, staffFilesMark].map(at).sort());
    await files().keep();
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(await files().isHeld()).toBe(true);
    expect(files().has(new URL(at('assets/a-1.js')))).toBe(true);
    expect(files().has(new URL(at('assets/base-1.js')))).toBe(false);
  });

  it("are the same version in any order of a build's names, so that nothing is checked again", async () => {
    await files().keep();
    stores.get(staffFilesCache)?.delete(at('assets/a-1.js'));
    await files(names.toReversed()).keep();
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it("load four at a time, for a village's line", async () => {
    const answers: (() => void)[] = [];
    fetched.mockImplementation((url) => new Promise((resolve) => answers.push(() => resolve(file(url)))));
    const many = files(['1', '2', '3', '4', '5', '6'].map((name) => `assets/${name}.js`)).keep();
    await vi.waitFor(() => expect(answers).toHaveLength(4));
    for (const answer of answers.slice(0, 3)) answer();
    await vi.waitFor(() => expect(held()).toHaveLength(3));
    expect(answers).toHaveLength(4);
    answers[3]?.();
    await vi.waitFor(() => expect(answers).toHaveLength(6));
    for (const answer of answers.slice(4)) answer();
    await many;
  });

  it('that failed leave no mark, and only they are fetched the next time', async () => {
    fetched.mockImplementation((url) =>
      url.endsWith('c-1.css')
        ? Promise.resolve(new Response('', { status: 502 }))
        : Promise.resolve(file(url)),
    );
    await expect(files().keep()).rejects.toThrow('c-1.css answered 502');
    expect(held()).not.toContain(at(staffFilesMark));
    fetched.mockClear().mockImplementation((url) => Promise.resolve(file(url)));
    await files().keep();
    expect(fetched.mock.calls).toEqual([[at('assets/c-1.css')]]);
    expect(held()).toContain(at(staffFilesMark));
  });

  it.each([
    ['a page', proxyPage],
    ['a redirected file', () => Object.defineProperty(file('a.js'), 'redirected', { value: true })],
  ])("are asked for past the browser's cache and not kept, where a proxy sends %s", async (_what, answer) => {
    fetched.mockImplementation((url) => Promise.resolve(url.endsWith('b-1.js') ? answer() : file(url)));
    await expect(files().keep()).rejects.toThrow('b-1.js answered 200 with another file');
    expect(held()).toEqual(['assets/a-1.js', 'assets/c-1.css'].map(at));
    expect(fetched).toHaveBeenCalledWith(at('assets/b-1.js'), { cache: 'reload' });
    // The same at an update: the files that stayed the same are kept, and the wrong one is fetched once the server is back.
    fetched.mockReset().mockImplementation((url) => Promise.resolve(file(url)));
    await files().keep();
    expect(fetched.mock.calls).toEqual([[at('assets/b-1.js')]]);
  });

  it('that an older version kept wrongly are dropped with the mark, as is the file that failed', async () => {
    await files().keep();
    stores.get(staffFilesCache)?.set(at('assets/a-1.js'), proxyPage());
    await dropWrongFiles(staffFilesCache, at('assets/b-1.js'));
    expect(held()).toEqual([at('assets/c-1.css')]);
    fetched.mockClear();
    await files().keep();
    expect(fetched.mock.calls).toEqual([[at('assets/a-1.js')], [at('assets/b-1.js')]]);
    await dropWrongFiles('another-cache', '');
    expect(stores.has('another-cache')).toBe(false);
  });

  it('of a new version stand beside those of the running one until it has taken over', async () => {
    await files().keep();
    const next = files(['assets/a-1.js', 'assets/b-2.js']);
    await next.keep();
    expect(held()).toEqual([...names, 'assets/b-2.js', staffFilesMark].map(at).sort());
    await next.dropOthers();
    expect(held()).toEqual(['assets/a-1.js', 'assets/b-2.js', staffFilesMark].map(at).sort());
  });

  it('of a phone that buys are kept beside those of staff', async () => {
    const later = createStaffFiles(names, origin, laterGroup);
    expect(await later.isHeld()).toBe(false);
    await later.keep();
    expect([await later.isHeld(), await files().isHeld(), held()]).toEqual([true, false, []]);
    fetched.mockClear();
    const request = { url: at('assets/a-1.js') } as Request;
    expect(await (await files().answer(request, later.answer)).text()).toBe(`of ${at('assets/a-1.js')}`);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('are served from their own cache, whatever another one holds, otherwise from the network', async () => {
    const request = { url: at('assets/a-1.js') } as Request;
    stores.set('precache-v2', new Map([[request.url, new Response('old')]]));
    fetched.mockResolvedValue(new Response('from the network'));
    expect(await (await files().answer(request)).text()).toBe('from the network');
    fetched.mockImplementation((url) => Promise.resolve(file(url, 'kept')));
    await files().keep();
    fetched.mockClear();
    expect(await (await files().answer(request)).text()).toBe('kept');
    expect(fetched).not.toHaveBeenCalled();
  });
});
