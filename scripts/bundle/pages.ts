/** A moment that a person waits for on a slow line. */
export type BundlePage = {
  readonly name: string;
  /** The lazily loaded modules without which it is not there; each brings what it imports statically. */
  readonly needs: readonly string[];
  /** Bytes of JavaScript after gzip. */
  readonly limit: number;
  /** Packages that must not be among what it loads. */
  readonly without: readonly string[];
};

const purchaseScreen = 'src/client/screens/purchase/purchase-screen.tsx';
const neverForCustomers = ['html5-qrcode', 'zxing-wasm', 'react-to-print', 'qrcode', 'react-router'];

/** The first pages of a visit. What they load later, in the background or at a tap, does not count. */
export const firstPages: readonly BundlePage[] = [
  {
    name: '/login',
    needs: ['src/client/router.tsx', 'src/client/screens/login/login-screen.tsx'],
    // Its form is a file of its own, which a printed code's page does not load; its words can be English.
    limit: 103_800,
    without: ['html5-qrcode', 'zxing-wasm', 'swiper', 'dexie', 'qrcode', 'react-to-print', 'zod'],
  },
  {
    name: '/code-qr, the balance',
    needs: [purchaseScreen],
    limit: 102_000,
    without: [...neverForCustomers, 'swiper', 'dexie'],
  },
  {
    // Above the others: React and the carousel alone are 106,000. It loads once the balance
    // is painted; the outbox comes while the amount is typed. Of a PIN it knows when to ask: the pad is loaded then.
    name: '/code-qr, choosing a stall',
    needs: [purchaseScreen, 'src/client/screens/purchase/purchase-form.tsx'],
    limit: 153_400,
    without: [...neverForCustomers, 'dexie'],
  },
];

/** Bytes after gzip: any other single file, the style sheets of a first page. */
export const budget = { otherFileJs: 40_000, firstPageCss: 15_000 } as const;

/** All that the page of a printed code may load: what a customer's phone keeps to open it without a link. */
export const customerPages: readonly string[] = [
  purchaseScreen,
  'src/client/screens/purchase/purchase-form.tsx',
  'src/client/screens/purchase/purchase-result.tsx',
  'src/client/screens/purchase/purchase-problem.tsx',
  'src/client/ui/notes/notes.tsx',
  'src/client/screens/purchase/history-dialog.tsx',
  'src/client/screens/purchase/away/left-page.tsx',
  'src/client/screens/purchase/away/without-link.tsx',
  'src/client/screens/purchase/away/own-code.tsx',
  'src/client/screens/purchase/away/open-first.tsx',
  'src/client/screens/purchase/stalls/stall-list.tsx',
  'src/client/extra-pages.ts',
  'src/extras/certificate/client/certificate-check.tsx',
  'src/client/browser-commands.ts',
  'src/client/local/live/live-queries.ts',
  'src/client/start-sync.ts',
  'src/client/shared/update-prompt.tsx',
  'src/client/ui/feedback/toast-host.tsx',
  'node_modules/workbox-window/build/workbox-window.prod.es5.mjs',
];

/**
 * Bytes of all that a customer's phone keeps, as they travel (brotli where it helps). It holds the page of a spent voucher's
 * entrance, drawings on whole pixels, the server's clock, an update that can be put off, and when a purchase asks for a PIN.
 */
export const customerFilesLimit = 316_800;

/** Chunks that import each other, and need nothing of each other before a page is drawn. */
export const harmlessRings: readonly string[] = ['balance purchase-screen', 'camera scan-screen'];
