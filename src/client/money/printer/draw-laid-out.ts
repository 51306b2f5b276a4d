import type { RefObject } from 'react';
import type { Roll } from '#src/client/device/printer/chosen-printer.ts';
import { drawPapers } from '#src/client/device/printer/draw-paper.ts';
import type { PaperPart } from '#src/client/device/printer/encode-paper.ts';
import { PrinterError } from '#src/client/device/printer/printer-port.ts';

/** How long a part of the paper may take to load; what has not come by then is left out, ms. */
const patienceMs = 3_000;

/** Draws what is laid out in `content` once no part of it is still being loaded. */
export async function drawLaidOut(
  content: RefObject<HTMLElement | null>,
  roll: Roll,
): Promise<PaperPart[][]> {
  const element = content.current;
  if (element === null) throw new PrinterError('not-drawn');
  await whole(element);
  await document.fonts.ready;
  return drawPapers(element, roll);
}

/**
 * A lazy part leaves a mark in its place until it has loaded. `data-undrawn` hides nothing on the page, where `data-coming` hides
 * everything below it (base.css).
 */
function whole(element: HTMLElement): Promise<void> {
  const isWhole = (): boolean => element.querySelector('[data-coming], [data-undrawn]') === null;
  return new Promise((resolve) => {
    if (isWhole()) {
      resolve();
      return;
    }
    const end = (): void => {
      watch.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const watch = new MutationObserver(() => {
      if (isWhole()) end();
    });
    const timer = setTimeout(end, patienceMs);
    watch.observe(element, { childList: true, subtree: true });
  });
}
