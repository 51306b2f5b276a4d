export const readOnlyLinkPages = {
  /** where a read-only link leads; its key is after the "#" */
  '/mirar': () => import('./client/read-only-page.tsx').then((m) => m.ReadOnlyPage),
};
