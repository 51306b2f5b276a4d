import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxSharedBytes } from '#src/contract/shared-file.ts';
import { takeSharedFile } from '#src/sw/shared-file.ts';

let laidDown: Map<string, Response>;
beforeEach(() => {
  laidDown = new Map();
  const open = (name: string) =>
    Promise.resolve({
      put: (key: string, response: Response) => Promise.resolve(laidDown.set(`${name} ${key}`, response)),
    });
  vi.stubGlobal('caches', { open });
});
afterEach(() => vi.unstubAllGlobals());

const share = (body: BodyInit) =>
  takeSharedFile(new Request('https://plaza.co/compartir', { method: 'POST', body }));
const withFile = (part: string, file: File | string): FormData => {
  const form = new FormData();
  form.append(part, file);
  return form;
};

test('stores a shared file with its name, and opens the page that asks about it', async () => {
  const answer = await share(withFile('archivo', new File(['{"kind":"x"}'], 'ventas de Ñato.json')));
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    'https://plaza.co/dashboard/pendientes',
  ]);
  const kept = laidDown.get('shared-file /compartir/archivo');
  expect(await kept?.text()).toBe('{"kind":"x"}');
  expect(decodeURIComponent(kept?.headers.get('x-file-name') ?? '')).toBe('ventas de Ñato.json');
});

test.each([
  ['a text in its place', () => withFile('archivo', 'x')],
  ['another part', () => withFile('otro', new File(['x'], 'x.json'))],
  ['what is no form', () => 'x'],
  [
    'a file that is too large',
    () => withFile('archivo', new File([new Uint8Array(maxSharedBytes + 1)], 'x.json')),
  ],
])('%s is not laid down, and the page opens all the same', async (_what, body) => {
  expect((await share(body())).status).toBe(303);
  expect(laidDown.size).toBe(0);
});
