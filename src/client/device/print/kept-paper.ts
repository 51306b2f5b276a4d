import type { Paper } from './paper.ts';

const key = 'mercado.paper';

/** The paper size this device printed on last, or null before the first print. */
export function keptPaperSize(): Paper | null {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'A4' || kept === '58mm' || kept === '80mm' ? kept : null;
  } catch {
    return null;
  }
}

/** The paper size this device printed on last; a roll of 80 mm at first. */
export function readPaperSize(): Paper {
  return keptPaperSize() ?? '80mm';
}

export function rememberPaperSize(paper: Paper): void {
  try {
    localStorage.setItem(key, paper);
  } catch {
    // A browser that keeps nothing asks again.
  }
}
