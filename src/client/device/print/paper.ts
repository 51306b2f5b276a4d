/** Paper sizes for vouchers. */
export type Paper = 'A4' | '80mm' | '58mm';

/** A roll: paper width, printable width, and the feed that moves the end past the knife. */
const rolls = {
  '80mm': { widthMm: 80, printedMm: 72, feedMm: 6 },
  '58mm': { widthMm: 58, printedMm: 48, feedMm: 6 },
} as const;

const millimetresPerPx = 25.4 / 96;

/** Returns the layout rules for `paper`, before its height is known. */
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
 * Returns the page rule of a roll, as long as its contents (`contentPx`, feed included). The length must be
 * in millimetres: browsers discard `size: 80mm auto` and then print on the driver's A4.
 */
export function rollPageRule(paper: Exclude<Paper, 'A4'>, contentPx: number): string {
  const heightMm = Math.ceil(contentPx * millimetresPerPx) + 1;
  return `@page { size: ${rolls[paper].widthMm}mm ${heightMm}mm; margin: 0 }`;
}
