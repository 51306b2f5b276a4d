import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { reportStorageFailure, useStorageFailure } from '#src/client/state/storage-health.ts';

const shown = (): string => renderToStaticMarkup(createElement(() => useStorageFailure()));

afterEach(() => vi.unstubAllGlobals());

it.each([
  new TypeError('AbortSignal.timeout is not a function'),
  new TypeError('Failed to fetch dynamically imported module'),
  new Error('only an enrolled device signs'),
])('does not say that the disk is full for %s', (fault) => {
  const said = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', said);
  reportStorageFailure(fault);
  expect(shown()).toBe('');
  expect(said).toHaveBeenCalledWith(fault);
});

it('covers the page when the disk rejects a write', () => {
  reportStorageFailure(new DOMException('no room', 'QuotaExceededError'));
  expect(shown()).toBe('QuotaExceededError: no room');
});
