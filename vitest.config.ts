import { defineConfig } from 'vitest/config';
import { LongestFirst } from '#scripts/checks/longest-first.ts';

const testCluster = ['tests/support/server/test-cluster.ts'];
const marketTemplate = ['tests/support/server/market-template.ts'];
/**
 * Files of these tests share the modules of their process: the server and the rules keep nothing between two calls, and
 * reading them anew for each file took a third of the time. What touches a browser's globals has a process for each file.
 */
const shared = { isolate: false } as const;
const noise = ['tests/support/fail-on-noise.ts'];

export default defineConfig({
  test: {
    allowOnly: false,
    passWithNoTests: false,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'fast',
          include: ['tests/unit/{client,house,sw}/**/*.test.{ts,tsx}'],
          setupFiles: noise,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/{unit/{domain,server},contract,properties}/**/*.test.ts'],
          ...shared,
          globalSetup: testCluster,
          setupFiles: noise,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/{slices,matrix}/**/*.test.ts'],
          ...shared,
          globalSetup: testCluster,
          setupFiles: noise,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'disasters',
          include: ['tests/disasters/**/*.test.ts'],
          globalSetup: testCluster,
          setupFiles: noise,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/{simulation,exploration}/**/*.test.ts'],
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
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: marketTemplate,
          setupFiles: noise,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'campaign',
          include: ['tests/campaign/**/*.test.ts'],
          globalSetup: [...testCluster, ...marketTemplate],
          setupFiles: noise,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
