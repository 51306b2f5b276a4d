import { defineConfig } from 'vitest/config';
import { LongestFirst } from '#scripts/checks/longest-first.ts';
import { testFiles } from '#scripts/checks/test-files.ts';

const testCluster = ['tests/support/server/test-cluster.ts'];
const marketTemplate = ['tests/support/server/market-template.ts'];
const noise = ['tests/support/fail-on-noise.ts'];
/** A quick machine waits no longer for it, and a busy one is no failure. */
const patient = { poll: { timeout: 30_000 } } as const;
/**
 * Files of these tests share the modules of their process: reading them anew for each file took a third of the time. What a
 * file leaves behind in a global is its fault.
 */
const shared = { isolate: false, setupFiles: noise, hookTimeout: 120_000, expect: patient } as const;
const page = { setupFiles: noise, testTimeout: 180_000, hookTimeout: 180_000 } as const;

export default defineConfig({
  test: {
    allowOnly: false,
    passWithNoTests: false,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'fast',
          include: [
            'tests/{unit/{client,house,sw},extras/*/client}/**/*.test.{ts,tsx}',
            // Not `exclude`, which would hide the one of the command line.
            ...[...testFiles.inChromium, ...testFiles.alone].map((file) => `!${file}`),
          ],
          ...shared,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: [...testFiles.alone],
          setupFiles: noise,
          testTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'tests/{unit/{protocol,domain,operations,server},contract,properties,slices,matrix,disasters,extras/*/{domain,slices}}/**/*.test.ts',
          ],
          ...shared,
          globalSetup: testCluster,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['lab/simulation/**/*.test.ts'],
          globalSetup: testCluster,
          setupFiles: noise,
          // A run leaves much behind that is soon dead: the more room there is for it, the less of it is copied. Threads
          // beside the only one that computes take a third more of a processor that everybody shares.
          execArgv: ['--max-semi-space-size=64', '--single-threaded'],
          // It lets everybody else go first: on a busy machine that takes long, and is no fault.
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'chromium', include: [...testFiles.inChromium], ...page } },
      {
        test: {
          name: 'e2e',
          include: ['tests/{e2e,extras/*/e2e}/**/*.test.ts'],
          globalSetup: marketTemplate,
          ...page,
        },
      },
      {
        test: {
          name: 'campaign',
          include: ['lab/campaign/**/*.test.ts'],
          globalSetup: [...testCluster, ...marketTemplate],
          setupFiles: noise,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
