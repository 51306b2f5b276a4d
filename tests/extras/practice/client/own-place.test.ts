import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { NoWayOut, ownFetch } from '#src/extras/practice/client/place/own-network.ts';
import { memoryStorage, ownFactory, prefixOf } from '#src/extras/practice/client/place/own-storage.ts';

const origin = 'https://mercado.test';

function opened(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
  });
}

describe('the isolated place of practice', () => {
  it('has databases that no other page sees, and sees no others', async () => {
    const real = new IDBFactory();
    (await opened(real, 'mercado-dinero')).close();
    const own = ownFactory(real, prefixOf('a1'));
    const other = ownFactory(real, prefixOf('b2'));
    expect(await own.databases()).toEqual([]);
    (await opened(own as IDBFactory, 'mercado-dinero')).close();
    expect((await own.databases()).map(({ name }) => name)).toEqual(['mercado-dinero']);
    expect(await other.databases()).toEqual([]);
    expect(new Set((await real.databases()).map(({ name }) => name))).toEqual(
      new Set(['mercado-dinero', 'practica-a1-mercado-dinero']),
    );
  });

  it("keeps a page's storage in memory", () => {
    const storage = memoryStorage();
    storage.setItem('auth', 'x');
    expect([storage.getItem('auth'), storage.length, storage.key(0)]).toEqual(['x', 1, 'auth']);
    storage.removeItem('auth');
    expect(storage.getItem('auth')).toBeNull();
  });

  it('passes files of the build, answers /api itself, and sends nothing', async () => {
    const file = vi.fn(async () => new Response('clip'));
    const answer = vi.fn(async () => new Response('{}'));
    const own = ownFetch(file, origin, answer);
    await own(`${origin}/assets/clips.mp3`);
    expect(file).toHaveBeenCalledTimes(1);
    await own(`${origin}/api/v1/health`);
    await own(`${origin}/api/v1/sync`, { method: 'POST', body: '{}' });
    expect(answer).toHaveBeenCalledTimes(2);
    for (const [url, init] of [
      [`${origin}/assets/clips.mp3`, { method: 'POST' }],
      [`${origin}/share`, {}],
      ['https://elsewhere.test/clips.mp3', {}],
      ['https://elsewhere.test/api/v1/health', {}],
    ] as const)
      await expect(own(url, init)).rejects.toThrow('nothing leaves');
    expect(file).toHaveBeenCalledTimes(1);
    expect(() => NoWayOut()).toThrow('nothing leaves');
  });

  it('has no network while the link is down', async () => {
    const own = ownFetch(vi.fn(), origin, async () => null);
    await expect(own(`${origin}/api/v1/health`)).rejects.toThrow(TypeError);
  });
});
