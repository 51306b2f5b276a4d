import type { Paper } from '#src/client/device/paper.ts';

const key = 'mercado.paper';

/** The paper this device printed on last; a roll of 80 mm at first. */
export function readPaper(): Paper {
  try {
    const told = localStorage.getItem(key);
    return told === 'A4' || told === '58mm' ? told : '80mm';
  } catch {
    return '80mm';
  }
}

export function rememberPaper(paper: Paper): void {
  try {
    localStorage.setItem(key, paper);
  } catch {
    // A browser that keeps nothing asks again.
  }
}
