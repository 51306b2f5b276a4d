import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';

const script = readFileSync('public/old-browser.js', 'utf8');

/** Returns the page's text after the script, in a browser that has or lacks the required features. */
function said(search: string, lacks: (global: Record<string, unknown>) => void = () => undefined): string {
  const body = { innerHTML: 'Cargando...' };
  const window = { BroadcastChannel: true };
  const document = { body, createElement: () => ({ noModule: false }) };
  const context = createContext({ window, document, location: { search } });
  lacks(context);
  runInContext(script, context);
  return body.innerHTML;
}

test('shows nothing in a browser that can run the application', () => {
  expect(said('?codeQrId=0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('Cargando...');
});

test.each([
  [
    'modules',
    (global: Record<string, unknown>) =>
      (global['document'] = { ...bodyOf(global), createElement: () => ({}) }),
  ],
  ['Object.hasOwn', (global) => runInContext('delete Object.hasOwn', global)],
  ['Array.prototype.at', (global) => runInContext('delete Array.prototype.at', global)],
  ['BroadcastChannel', (global) => (global['window'] = {})],
] as [string, (global: Record<string, unknown>) => void][])(
  'without %s it says how to pay all the same',
  (_name, lacks) => {
    for (const uuid of ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-4fff-bfff-ffffffffffff']) {
      const words = said(`?userId=x&codeQrId=${uuid}`, lacks);
      expect(words).toContain('Este navegador es muy viejo');
      expect(words).toContain(`>${shortCodeOf(uuid)}<`);
    }
    expect(said('', lacks)).not.toContain('saldo');
  },
);

test('has no syntax that a browser of 2012 cannot parse', () => {
  expect(script.replaceAll(/\/\/.*/g, '')).not.toMatch(/=>|`|\b(const|let|class|async)\b|\?\./);
});

function bodyOf(global: Record<string, unknown>): object {
  return global['document'] as object;
}
