/** A page that a person waits for on a slow line. */
export type BundlePage = {
  readonly path: string;
  /** The lazily loaded modules without which the page cannot be used; each brings what it imports statically. */
  readonly needs: readonly string[];
  /** Packages that must not be among what it loads. */
  readonly without: readonly string[];
};

/** The first pages of a visit. What they load later, in the background or at a tap, does not count. */
export const firstPages: readonly BundlePage[] = [
  {
    path: '/login',
    needs: ['src/client/screens/login/login-screen.tsx'],
    without: ['html5-qrcode', 'zxing-wasm', 'swiper', 'dexie', 'qrcode', 'react-to-print'],
  },
  {
    path: '/code-qr',
    needs: ['src/client/screens/purchase/purchase-screen.tsx'],
    without: ['html5-qrcode', 'zxing-wasm', 'dexie', 'react-to-print', 'react-hook-form'],
  },
];

/** Bytes after gzip: all JavaScript of a first page, any other single file, the style sheets of a first page. */
export const budget = { firstPageJs: 115_000, otherFileJs: 40_000, firstPageCss: 15_000 } as const;
