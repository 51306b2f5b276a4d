import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useDiskTrouble } from '#src/client/state/disk-trouble.ts';
import { noteDiskWrites, reportDiskFault } from '#src/client/state/report-disk.ts';
import { reportUnstored } from '#src/client/state/report-unstored.ts';

const shown = (): string => renderToStaticMarkup(createElement(() => JSON.stringify(useDiskTrouble())));

afterEach(() => vi.unstubAllGlobals());

it.each([
  new TypeError('AbortSignal.timeout is not a function'),
  new TypeError('Failed to fetch dynamically imported module'),
  new Error('only an enrolled device signs'),
])('does not blame the disk for %s', (fault) => {
  const said = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', said);
  reportUnstored(fault);
  reportDiskFault(fault);
  expect(shown()).toContain('none');
  expect(said.mock.calls).toEqual([[fault], [fault]]);
});

// The last one stays: only a reload ends it.
it.each([
  ['TimeoutError', 'slow', 'none'],
  ['AbortError', 'blocked', 'unstored'],
  ['QuotaExceededError', 'full', 'unstored'],
])('names the cause of %s, and ends with a write when it was only slow', (name, cause, after) => {
  reportUnstored(new DOMException('no', name));
  // A later look-up does not hide that the sale is not stored.
  reportDiskFault(new DOMException('late', 'TimeoutError'));
  expect(shown()).toContain(cause);
  expect(shown()).toContain('unstored');
  noteDiskWrites();
  expect(shown()).toContain(after);
});
