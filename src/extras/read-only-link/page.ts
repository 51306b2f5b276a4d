export const readOnlyLinkPages = {
  /** where a read-only link leads; its key is after the "#" */
  '/mirar': async () => (await import('./client/read-only-page.tsx')).ReadOnlyPage,
};
