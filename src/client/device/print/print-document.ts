import { type RefObject, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { type Paper, paperRules, rollPageRule } from './paper.ts';

export type PrintRequest = {
  /** Element to print: a copy of it is laid out alone, with the page's own style sheets. */
  contentRef: RefObject<Element | null>;
  paper: Paper;
  /** Name of the print job, and of the file when saved as PDF. */
  title: string;
  /** The dialog was closed, whether printed or not: browsers do not report which. */
  onClosed?: () => void;
  onFailed?: () => void;
};

/**
 * Returns a function that prints, and does nothing while it is already printing. The root of the copy has
 * `data-paper`, for style sheets that differ by paper.
 */
export function usePrintDocument({ contentRef, paper, title, onClosed, onFailed }: PrintRequest): () => void {
  const printing = useRef(false);
  const print = useReactToPrint({
    contentRef,
    // Rules inserted by script pass the Content-Security-Policy, unlike a style element's text.
    pageStyle: '',
    print: (frame) => printFrame(frame, paper, title),
    onAfterPrint: () => {
      printing.current = false;
      onClosed?.();
    },
    onPrintError: () => {
      printing.current = false;
      onFailed?.();
    },
    suppressErrors: true,
  });
  return () => {
    if (printing.current || !contentRef.current) return;
    printing.current = true;
    print();
  };
}

async function printFrame(frame: HTMLIFrameElement, paper: Paper, title: string): Promise<void> {
  const { contentDocument: copy, contentWindow } = frame;
  if (!copy || !contentWindow) throw new Error('the copy to print did not load');
  copy.documentElement.dataset['paper'] = paper;
  copy.documentElement.lang = document.documentElement.lang;
  const rules = addRules(copy, paperRules(paper));
  await copy.fonts.ready;
  if (paper !== 'A4') rules.insertRule(rollPageRule(paper, copy.body.getBoundingClientRect().height));
  const shownTitle = document.title;
  copy.title = title;
  document.title = title;
  try {
    contentWindow.print();
    // On a computer this continues when the dialog is closed. A phone continues at once and reads the copy a
    // moment later.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } finally {
    document.title = shownTitle;
  }
}

function addRules(copy: Document, rules: readonly string[]): CSSStyleSheet {
  const { sheet } = copy.head.appendChild(copy.createElement('style'));
  if (!sheet) throw new Error('the copy to print takes no style');
  for (const rule of rules) sheet.insertRule(rule, sheet.cssRules.length);
  return sheet;
}
