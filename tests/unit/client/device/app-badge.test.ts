import { afterEach, expect, test, vi } from 'vitest';
import { hasBadge, showUnsent } from '#src/client/device/app-badge.ts';

afterEach(() => vi.unstubAllGlobals());

function badge(isAllowed = true) {
  const answer = () => (isAllowed ? Promise.resolve() : Promise.reject(new Error('not allowed')));
  const navigator = { setAppBadge: vi.fn(answer), clearAppBadge: vi.fn(answer) };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  return navigator;
}

test('a browser that forbids the badge causes no error', async () => {
  const { setAppBadge } = badge(false);
  expect(() => showUnsent(1)).not.toThrow();
  await expect(setAppBadge.mock.results[0]?.value).rejects.toThrow('not allowed');
});

test('a tab, and a browser without badges, show none', () => {
  badge();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect(hasBadge()).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(hasBadge()).toBe(false);
});
