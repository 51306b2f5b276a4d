import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { defaultBodyLimitBytes, type Call } from '#src/contract/call.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';
import { hostileTexts, withEveryText } from './hostile-text.ts';

const oneMegabyte = 1_048_576;
const openCalls = Object.entries<Call>(allCalls).filter(([, call]) => call.isOpen && call.body);

describe('a hostile text of 1 MB in every text of every call', () => {
  it('is parsed in linear time, not quadratic', async () => {
    const parse = promisify(execFile);
    const { stdout } = await parse(
      process.execPath,
      ['--import', 'tsx', 'tests/matrix/parse-hostile-text.ts'],
      // Long for a loaded machine, and little beside the hours of one quadratic expression.
      { timeout: 240_000 },
    );
    expect(Number(/^parsed (\d+)\n$/.exec(stdout)?.[1])).toBeGreaterThan(500);
  });

  describe('without a session', () => {
    const opened = databaseForSuite();
    const app = forSuite(
      () => openTestApp(opened.database),
      (one) => one.close(),
    );

    it.each(openCalls)('%s refuses it, and answers others meanwhile', async (_name, call) => {
      for (const length of [Math.floor(defaultBodyLimitBytes / 16), oneMegabyte])
        for (const text of hostileTexts(length)) {
          const body = call.body ? withEveryText(call.body, text) : undefined;
          const path = call.path.replace(/:\w+/g, 'x');
          const [refused, health] = await Promise.all([
            ask(app, 'POST', path, { body }),
            ask(app, 'GET', '/health'),
          ]);
          expect([400, 401, 413]).toContain(refused.status);
          expect(health.status).toBe(200);
        }
    });
  });
});
