import type { MouseEvent } from 'react';

/** Returns the handler of a link that opens a named tab. With a modifier key the person chooses where it opens. */
export function inTab(onOpen: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
}
