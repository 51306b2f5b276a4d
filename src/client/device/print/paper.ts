/** The papers a voucher is printed on. */
export type Paper = 'A4' | '80mm' | '58mm';

/** A roll: the paper's width, the part of it the head reaches, and the feed that brings the end past the knife. */
const rolls = {
  '80mm': { widthMm: 80, printedMm: 72, feedMm: 6 },
  '58mm': { widthMm: 58, printedMm: 48, feedMm: 6 },
} as const;

const millimetresPerPx = 25.4 / 96;

/** The rules that lay the content out for `paper`, before its height is known. */
export function paperRules(paper: Paper): string[] {
  const page = 'html, body { margin: 0; min-height: 0; height: auto; background: #fff; color: #000 }';
  if (paper === 'A4') return [page, '@page { size: A4; margin: 15mm }'];
  const { widthMm, printedMm, feedMm } = rolls[paper];
  const side = (widthMm - printedMm) / 2;
  return [
    page,
    `body { display: flow-root; box-sizing: border-box; width: ${widthMm}mm; padding: 0 ${side}mm ${feedMm}mm }`,
    'body > * { break-inside: avoid }',
  ];
}

/**
 * The page of a roll is as long as what is on it (`contentPx`, feed included). It must be said in millimetres: browsers
 * throw `size: 80mm auto` away and then print on the driver's A4.
 */
export function rollPageRule(paper: Exclude<Paper, 'A4'>, contentPx: number): string {
  const heightMm = Math.ceil(contentPx * millimetresPerPx) + 1;
  return `@page { size: ${rolls[paper].widthMm}mm ${heightMm}mm; margin: 0 }`;
}
