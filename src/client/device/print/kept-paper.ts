import { readChoice } from '../kept-choice.ts';
import type { Paper } from './paper.ts';

/** The paper size this device printed on last, or null before the first print. */
export function keptPaperSize(): Paper | null {
  const kept = readChoice('paper');
  return kept === 'A4' || kept === '58mm' || kept === '80mm' ? kept : null;
}

/** The paper size this device printed on last; a roll of 80 mm at first. */
export function readPaperSize(): Paper {
  return keptPaperSize() ?? '80mm';
}
