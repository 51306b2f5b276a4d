export const readOnlyLinkPages = {
  /** Page of a read-only link; the key is after the "#". */
  '/mirar': () => import('./client/read-only-page.tsx').then((m) => m.ReadOnlyPage),
};
