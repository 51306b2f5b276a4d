import { useEffect, useRef } from 'react';
import { appTexts } from '#src/client/texts/common-texts.ts';

/**
 * After each navigation: scrolls to the top, sets the window's title, and focuses the heading unless the page
 * has focused a field. It waits for a page that is still loading. The first page keeps the browser's focus.
 * Without `name` the heading is the title.
 */
export function useArrival(pathname: string, name?: string): void {
  const arrivedAt = useRef('');
  useEffect(() => {
    const takesFocus = arrivedAt.current !== '' && arrivedAt.current !== pathname;
    arrivedAt.current = pathname;
    if (name !== undefined) document.title = titleOf(name);
    if (takesFocus) window.scrollTo(0, 0);
    if (arrive(takesFocus, name)) return undefined;
    const observer = new MutationObserver(() => {
      if (arrive(takesFocus, name)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname, name]);
}

/** Returns false while the page has no heading yet. */
function arrive(takesFocus: boolean, name: string | undefined): boolean {
  const heading = document.querySelector<HTMLElement>('main h1, form > header h1');
  if (heading === null) return false;
  if (name === undefined) document.title = titleOf(heading.textContent);
  const focused = document.activeElement;
  // A tab that was followed keeps the focus in the page, but is not a field.
  const isTaken = focused?.closest('main') != null && focused.closest('nav') === null;
  if (takesFocus && !isTaken) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return true;
}

function titleOf(name: string): string {
  return `${name} · ${appTexts.name}`;
}
