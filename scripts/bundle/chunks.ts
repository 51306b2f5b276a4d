/**
 * Boundaries between the chunks that the first pages load: few files, because a slow line pays for each.
 * Every path is listed, and scripts/bundle/check-bundle.ts fails when one is missing or in another chunk, so
 * that a renamed file cannot move silently. A path that ends in `/` is a whole folder.
 */
export type Chunk = {
  readonly name: string;
  /** Complete npm packages. */
  readonly packages: readonly string[];
  /** Icons of lucide-react, by file name. */
  readonly icons: readonly string[];
  readonly files: readonly string[];
};

export const chunks: readonly Chunk[] = [
  {
    // The camera's packages are separate from our screen, so that our new versions do not download them
    // again.
    name: 'camera',
    packages: ['html5-qrcode', 'zxing-wasm'],
    icons: [],
    files: [],
  },
  {
    name: 'base',
    packages: ['react', 'react-dom', 'scheduler', 'jotai'],
    icons: ['circle-exclamation-point', 'circle-check', 'hourglass', 'info', 'lock', 'wifi', 'wifi-off'],
    files: [
      'src/client/local/db/money-db-name.ts',
      'src/client/local/live/outbox-exists.ts',
      'src/client/local/second/copy-messages.ts',
      'src/client/state/install-offer.ts',
      'src/client/shared/operation/use-commands.ts',
      'src/client/shared/problem/crash-guard.module.css',
      'src/client/shared/problem/crash-guard.tsx',
      'src/client/shared/problem/failure-text.ts',
      'src/client/state/connection.ts',
      'src/client/state/open-sale.ts',
      'src/client/state/operator-key.ts',
      'src/client/state/page-facts.ts',
      'src/client/state/server-clock.ts',
      'src/client/state/server-version.ts',
      'src/client/state/session.ts',
      'src/client/state/storage-health.ts',
      'src/client/state/store.ts',
      'src/client/state/sync-request.ts',
      'src/client/state/unlocked.ts',
      'src/client/texts/common-texts.ts',
      'src/client/ui/brand/cenefa.module.css',
      'src/client/ui/brand/cenefa.tsx',
      'src/client/ui/brand/wordmark.module.css',
      'src/client/ui/brand/wordmark.tsx',
      'src/client/ui/button.module.css',
      'src/client/ui/button.tsx',
      'src/client/ui/feedback/spinner.module.css',
      'src/client/ui/feedback/spinner.tsx',
      'src/client/ui/icon.tsx',
      'src/client/ui/theme.ts',
      'src/contract/brands.ts',
      'src/contract/limits.ts',
      'src/contract/sync/messenger-path.ts',
    ],
  },
  {
    // No call precedes a rendered page; the customer's balance comes with its page and is parsed by the same
    // schemas.
    name: 'calls',
    packages: ['zod'],
    icons: [],
    files: [
      'src/client/api/call-server.ts',
      'src/client/api/send-request.ts',
      'src/client/api/sign-in.ts',
      'src/contract/accounts/session-calls.ts',
      'src/contract/fields.ts',
      'src/contract/accounts/login.ts',
      'src/contract/read-refusal.ts',
      'src/contract/accounts/user-type.ts',
      'src/contract/accounts/schemas.ts',
      'src/contract/version.ts',
    ],
  },
  {
    name: 'router',
    packages: ['react-router'],
    icons: [],
    files: ['src/client/state/practice/practicing.ts'],
  },
  {
    // Separate from the fields, which a customer's page also has.
    name: 'sign-in',
    packages: [],
    icons: ['chevron-down', 'eye', 'eye-off', 'mail'],
    files: [
      'src/client/extra-sign-in.ts',
      'src/client/screens/login/login-form.tsx',
      'src/client/screens/login/login.module.css',
      'src/client/shared/entrance/entrance.module.css',
      'src/client/shared/entrance/entrance.tsx',
      'src/client/shared/market-code.ts',
      'src/client/texts/accounts/login-texts.ts',
      'src/client/ui/fields/password-field.tsx',
      'src/client/ui/fields/select-field.tsx',
    ],
  },
  {
    name: 'entrance',
    packages: [],
    icons: ['key-round'],
    files: [
      'src/client/texts/field-texts.ts',
      'src/client/ui/feedback/notice.module.css',
      'src/client/ui/feedback/notice.tsx',
      'src/client/ui/feedback/show-toast.ts',
      'src/client/ui/fields/field-frame.tsx',
      'src/client/ui/fields/field.module.css',
      'src/client/ui/fields/field.tsx',
    ],
  },
  {
    name: 'balance',
    packages: [],
    icons: ['circle-slash'],
    files: [
      'src/client/screens/purchase/balance-card.tsx',
      'src/client/screens/purchase/purchase.module.css',
      'src/client/screens/purchase/use-purchase-data.ts',
      'src/client/shared/amounts.ts',
      'src/client/shared/customer-page/customer-bar.tsx',
      'src/client/shared/customer-page/customer-page.module.css',
      'src/client/shared/names.ts',
      'src/client/texts/purchases/purchase-texts.ts',
      'src/client/ui/tables/badge.module.css',
      'src/client/ui/tables/badge-frame.tsx',
      'src/contract/vouchers/holder-calls.ts',
      'src/contract/purchases/schemas.ts',
      'src/contract/purchases/sale-line.ts',
      'src/contract/markets/stall.ts',
      'src/contract/vouchers/schemas.ts',
      'src/domain/money.ts',
    ],
  },
  {
    name: 'choosing',
    packages: ['dayjs', 'react-number-format'],
    icons: [
      'calendar-clock',
      'arrow-left',
      'bell',
      'chevron-left',
      'chevron-right',
      'delete',
      'gift',
      'list',
      'octagon-x',
      'receipt-text',
      'search',
      'store',
    ],
    files: [
      'src/client/commands/new-id.ts',
      'src/client/commands/ports.ts',
      'src/client/local/live/live.ts',
      'src/client/shared/dates.ts',
      'src/client/shared/notes/amount-notes.tsx',
      'src/client/shared/operation/use-answer.ts',
      'src/client/shared/operation/use-placement.ts',
      'src/client/state/held-back.ts',
      'src/client/texts/ui-texts.ts',
      'src/client/ui/brand/zocalo.module.css',
      'src/client/ui/brand/zocalo.tsx',
      'src/client/ui/fields/amount-field.module.css',
      'src/client/ui/fields/amount-field.tsx',
      'src/client/ui/focus-on-mount.ts',
      'src/client/ui/letters-of.ts',
      'src/client/ui/tables/fact-list.module.css',
      'src/client/ui/tables/fact-list.tsx',
      'src/domain/operations/outcome.ts',
      'src/domain/time/market-clock.ts',
    ],
  },
  {
    // For a customer's results and the offline page: other icons are not loaded on a customer's phone.
    name: 'results',
    packages: [],
    icons: ['check', 'hand', 'qr-code', 'refresh-cw', 'shopping-basket', 'undo-2', 'x'],
    files: [],
  },
  {
    // For a carrier's phone, which loads no other icons.
    name: 'messenger',
    packages: [],
    icons: ['download', 'loader-circle', 'mail-check', 'mail-plus', 'share-2', 'trash'],
    files: [
      'src/client/device/files/carried-file.ts',
      'src/client/shared/day-words.ts',
      'src/client/texts/sync/letter-texts.ts',
      'src/client/ui/brand/pixel-drawing.tsx',
      'src/client/ui/layers/panel.module.css',
      'src/client/ui/layers/panel.tsx',
    ],
  },
  {
    // A customer's phone and the tills share this waiting; as two chunks their names alone would weigh on the
    // first page.
    name: 'waiting',
    packages: [],
    icons: [],
    files: [
      'src/client/shared/operation/take-back-button.tsx',
      'src/client/shared/operation/use-unaccepted.ts',
      'src/client/shared/operation/waiting.module.css',
      'src/client/shared/operation/waiting.tsx',
      'src/client/texts/sync/unaccepted-texts.ts',
    ],
  },
  {
    // Shared by commands, outbox, sync and practice; separate chunks' names would weigh on the first page.
    // All imports of these files are here or in a chunk that needs nothing of this one: two chunks that wait
    // for each other would start incomplete.
    name: 'rules',
    packages: ['@noble/hashes', '@scure/base'],
    icons: [],
    files: [
      'src/contract/accounts/notice.ts',
      'src/contract/operations/calls.ts',
      'src/contract/devices/device-fields.ts',
      'src/contract/sync/envelope.ts',
      'src/contract/markets/market-code.ts',
      'src/contract/cash/till-hand-over.ts',
      'src/contract/cash/till.ts',
      'src/contract/purchases/shared-sale.ts',
      'src/contract/topups/schemas.ts',
      'src/contract/topups/top-up-void.ts',
      'src/contract/purchases/withdrawal.ts',
      'src/contract/period-fields.ts',
      'src/domain/base64url.ts',
      'src/domain/device/canonical-hash.ts',
      'src/domain/device/device-proof.ts',
      'src/domain/operations/offline-sale.ts',
      'src/domain/operations/sale.ts',
      'src/domain/voucher/balance-snapshot.ts',
      'src/domain/voucher/voucher-proof.ts',
      'src/domain/voucher/voucher-validity.ts',
    ],
  },
  {
    // Shared by three pages of a stall; as four chunks their names alone would weigh on the first page.
    name: 'own-day',
    packages: [],
    icons: [],
    files: [
      'src/client/queries/cash.ts',
      'src/client/shared/own-day/',
      'src/client/texts/purchases/own-day-texts.ts',
    ],
  },
];

const iconFolder = 'node_modules/lucide-react/dist/esm/icons/';

/** All other icons: one chunk, because most pages need a few of them. */
export const iconsChunk = 'icons';

/** Returns the module's path in the project, without the bundler's prefix and suffix. */
export function pathOfModule(id: string, root: string): string {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Code that the compiler adds to first pages. Its helpers for private fields load with later chunks. */
const helpersOfBase = /@oxc-project\+runtime.*\/(?:defineProperty|toPrimitive|toPropertyKey|typeof)\.js$/;

/** Entry points of extras to the sign-in, matched by a pattern, so that an extra can be removed. */
const signInDoors = /^src\/extras\/[^/]+\/sign-in\.ts$/;

/** Returns a module's chunk; undefined leaves it to the bundler. */
export function chunkOf(path: string): string | undefined {
  if (path.includes('vite/preload-helper') || helpersOfBase.test(path)) return 'base';
  if (signInDoors.test(path)) return 'sign-in';
  const [, inPackages] = /.*node_modules\/(.*)/.exec(path) ?? [];
  if (inPackages === undefined)
    return chunks.find(({ files }) => files.some((file) => isInFile(path, file)))?.name;
  const [, icon] = /^lucide-react\/dist\/esm\/icons\/(.*)\.m?js$/.exec(inPackages) ?? [];
  if (icon !== undefined) return chunks.find(({ icons }) => icons.includes(icon))?.name ?? iconsChunk;
  if (inPackages.startsWith('lucide-react/')) return 'base';
  return chunks.find(({ packages }) => packages.some((name) => inPackages.startsWith(`${name}/`)))?.name;
}

function isInFile(path: string, file: string): boolean {
  return file.endsWith('/') ? path.startsWith(file) : path === file;
}

/**
 * Returns the faults of the lists above, by the chunk of each module in a build: paths in no chunk (renamed,
 * or without code) and in another one.
 */
export function misplaced(landed: ReadonlyMap<string, string>): string[] {
  return chunks.flatMap(({ name, packages, icons, files }) => {
    const wanted = [
      ...files,
      ...packages.map((one) => `node_modules/${one}/`),
      ...icons.map((icon) => `${iconFolder}${icon}.mjs`),
    ];
    return wanted.flatMap((want) => {
      const found = [...landed].filter(([path]) => isInFile(path, want));
      if (found.length === 0) return [`${want}: nothing of it was built; scripts/bundle/chunks.ts names it`];
      return found.flatMap(([path, chunk]) =>
        chunk === name ? [] : [`${path}: in the chunk "${chunk}", scripts/bundle/chunks.ts says "${name}"`],
      );
    });
  });
}
