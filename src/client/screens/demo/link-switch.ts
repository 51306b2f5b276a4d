const key = 'demo-link-cut';

/** Returns whether the visitor has cut this tab's link. A reload does not bring it back. */
export function isCut(): boolean {
  return sessionStorage.getItem(key) !== null;
}

/** Cuts this tab's link or brings it back. The page notices by the browser's own event. */
export function switchLink(cut: boolean): void {
  if (cut) sessionStorage.setItem(key, '');
  else sessionStorage.removeItem(key);
  dispatchEvent(new Event(cut ? 'offline' : 'online'));
}

/** Calls `listener` after every switch, until the returned function is called. */
export function watchLink(listener: () => void): () => void {
  const events = ['offline', 'online'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}
