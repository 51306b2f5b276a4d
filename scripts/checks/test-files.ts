import { readdirSync, readFileSync } from 'node:fs';

/**
 * Tests that `npm test` leaves to `npm run test:rest`. A test file without an entry runs in `npm test`, a
 * page test in the rest.
 */

/** Pages of `npm test`: the market day and the day without a link, where every person's page has a part. */
const firstPages = ['market-day', 'without-link'];

/** Parts of the client that need a Chromium, but not the built product. */
const inChromium = [
  'device/camera/camera-scanner',
  'device/camera/decode-picture',
  'money/printer/printed-voucher',
  'ui/fields/amount-field',
  'ui/notes/notes-on-screen',
];

/**
 * Tests of the tools and of what surrounds the mission: programs, restores, attacks at length, speed, and
 * models that `ways-in` repeats.
 */
const later = {
  slices: [
    'accepted-after-restore',
    'after-restore',
    'audit-command',
    'backup',
    'behind-caddy',
    'certificate',
    'daily-copy',
    'demo',
    'device-day',
    'device-throttle',
    'ended-credentials',
    'failed-start',
    'hot-voucher',
    'journal-gaps',
    'kept-plans',
    'late-commits',
    'liars-economics',
    'liars-week',
    'money-beside-reports',
    'month',
    'npm-start',
    'operator-commands',
    'own-password',
    'password-guessing',
    'points-of-a-voided-purchase',
    'pooling',
    'recovered-purchases',
    'search',
    'short-code-guessing',
    'snapshot',
    'stop-with-notice',
    'till-reissue',
    'withdrawn-after-restore',
  ],
  matrix: ['bad-input', 'hostile-text', 'voucher-secrets'],
  disasters: [
    'cable-pulled',
    'database-connections-lost',
    'database-destroyed',
    'fast-clock',
    'own-postgres',
    'server-killed',
  ],
  properties: ['account-sums', 'written-runs'],
  'unit/server': ['http/connections', 'run/postgres/data-folder-lock'],
  'unit/house': ['directions', 'made-up-kind', 'recipes'],
  'extras/notebook/client': ['bound-workbook'],
} as const;

const testsIn = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `tests/${folder}/${name}.test.ts`);

/** Matches tests that change their process's modules permanently: such a file gets a separate process. */
const changesProcess = /\bvi\.(mock|doMock|resetModules)\b/;

/** Matches tests with fewer rounds in `npm test` than in the rest. */
const hasRounds = /\/support\/rounds\.ts'/;

/** Matches tests that start the built product, where no change of a source is. */
const startsBuild = /\/support\/(demo\/npm-program|server\/server-process)\.ts'/;

function testsWith(pattern: RegExp, folder: RegExp): string[] {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => folder.test(path) && /\.test\.tsx?$/.test(path))
    .map((path) => `tests/${path}`)
    .filter((path) => pattern.test(readFileSync(path, 'utf8')));
}

export const testFiles = {
  alone: testsWith(changesProcess, /^unit\/(client|house|sw)\//),
  withRounds: testsWith(hasRounds, /./),
  withBuild: testsWith(startsBuild, /^(slices|disasters)\//),
  inChromium: testsIn('unit/client', inChromium),
  firstPages: testsIn('e2e', firstPages),
  later: Object.entries(later).flatMap(([folder, names]) => testsIn(folder, names)),
} as const satisfies Record<string, readonly string[]>;
