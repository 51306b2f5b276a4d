/** A moment for which a person waits on a slow line. */
export type BundlePage = {
  readonly name: string;
  /** Lazily loaded modules that it requires, with their static imports. */
  readonly needs: readonly string[];
  /** Bytes of JavaScript after gzip. */
  readonly limit: number;
  /** Files of JavaScript and style sheets. */
  readonly files: number;
  /** Packages that it must not load. */
  readonly without: readonly string[];
};

const purchaseScreen = 'src/client/screens/purchase/purchase-screen.tsx';
const purchaseForm = 'src/client/screens/purchase/purchase-form.tsx';
const login = ['src/client/router.tsx', 'src/client/screens/login/login-screen.tsx'] as const;
const home = [
  'src/client/router.tsx',
  'src/client/dashboard-routes.tsx',
  'src/client/screens/home/stall-home.tsx',
] as const;

const outbox = [
  'src/client/phone-commands.ts',
  'src/client/local/live/live-queries.ts',
  'src/client/start-sync.ts',
  'src/client/disk-trouble.tsx',
] as const;

/** Where pages begin that share files (scripts/bundle/chunks.ts), by the modules that are loaded for them. */
export const openings = {
  entry: ['src/client/main.tsx'],
  login,
  balance: [purchaseScreen],
  choosing: [purchaseForm],
  home,
  /** Everything that writes, shows and sends what is stored on the device; loaded together. */
  outbox,
  /** The same where people of the market work. */
  device: [...outbox, 'src/client/browser-commands.ts'],
  camera: ['node_modules/html5-qrcode/esm/index.js', 'node_modules/zxing-wasm/dist/es/reader/index.js'],
  dexie: ['node_modules/dexie/dist/modern/dexie.mjs'],
} as const;

const neverForCustomers = ['html5-qrcode', 'zxing-wasm', 'react-to-print', 'qrcode', 'react-router'];

/** First pages of a visit. Later loads, in the background or after a tap, do not count. */
const firstPages: readonly BundlePage[] = [
  {
    name: '/login',
    needs: login,
    // Its form is a separate file, which a printed voucher's page does not load; its texts can be English.
    limit: 102_400,
    files: 9,
    without: ['html5-qrcode', 'zxing-wasm', 'swiper', 'dexie', 'qrcode', 'react-to-print', 'zod'],
  },
  {
    name: '/code-qr, the balance',
    needs: [purchaseScreen],
    limit: 100_800,
    files: 8,
    without: [...neverForCustomers, 'swiper', 'dexie'],
  },
  {
    // Higher than the others: React and the carousel alone are 106,000. It loads once the balance is painted;
    // the outbox loads while the amount is typed.
    name: '/code-qr, choosing a stall',
    needs: [purchaseScreen, purchaseForm],
    limit: 145_500,
    files: 11,
    without: [...neverForCustomers, 'dexie'],
  },
];

/** Pages that follow a sign-in, which are ready with few requests. */
const signedIn: readonly BundlePage[] = [
  {
    name: "the stall's home, its first figure",
    needs: home,
    limit: 167_000,
    files: 14,
    without: [...neverForCustomers.filter((name) => name !== 'react-router'), 'swiper', 'dexie'],
  },
  {
    name: "the stall's home, its database and sync",
    needs: [...home, ...openings.device],
    limit: 237_500,
    files: 17,
    without: [],
  },
];

/** Every page with a separate limit. */
export const measuredPages: readonly BundlePage[] = [...firstPages, ...signedIn];

/** Bytes after gzip of any other single file, and of a first page's style sheets. */
export const budget = { otherFileJs: 40_000, firstPageCss: 10_000 } as const;

/** Everything that a printed voucher's page may load, which a customer's phone caches to open it offline. */
export const customerPages: readonly string[] = [
  purchaseScreen,
  purchaseForm,
  'src/client/screens/purchase/purchase-problem.tsx',
  'src/client/ui/notes/notes.tsx',
  'src/client/screens/purchase/history-dialog.tsx',
  'src/client/screens/purchase/away/left-page.tsx',
  'src/client/screens/purchase/away/without-link.tsx',
  'src/client/screens/purchase/away/own-code.tsx',
  'src/client/screens/purchase/away/open-first.tsx',
  'src/client/screens/purchase/stalls/stall-list.tsx',
  'src/client/update-prompt.tsx',
  'src/client/ui/feedback/toast-host.tsx',
  'node_modules/workbox-window/build/workbox-window.prod.es5.mjs',
];

/** Pages that a phone also caches from its first purchase on. */
export const laterPages: readonly string[] = [
  'src/client/screens/purchase/purchase-result.tsx',
  ...openings.outbox,
];

/**
 * Bytes of everything that a customer's phone caches on its first visit, as transferred (brotli where it
 * helps). Includes the page of a spent voucher, drawings on whole pixels, the server's clock and an update
 * that can be postponed.
 */
export const customerFilesLimit = 199_000;

/** The same with the later files. The journal and the second copy are for enrolled devices alone. */
export const laterFilesLimit = 251_200;
