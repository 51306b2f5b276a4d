import { type Dialect, dialects } from '#src/client/device/printer/encode-paper.ts';

/** How one family of printers understands ESC/POS where the families differ. */
export type ModelledPrinter = {
  readonly name: string;
  /** dialects in which a voucher's code is readable on its paper; without `codes` it prints the bytes of one as letters */
  readonly understands: readonly Dialect[];
  /** ignores the alignment of a code */
  readonly codesOnTheLeft: boolean;
  readonly hasKnife: boolean;
  /** rows of one raster command; the end of a longer band is lost */
  readonly maxRows: number;
  /** blank rows that its paper moves between two bands */
  readonly gapRows: number;
  /** obeys real-time commands inside of images too */
  readonly isEager: boolean;
};

const usual: Omit<ModelledPrinter, 'name'> = {
  understands: dialects,
  codesOnTheLeft: false,
  hasKnife: true,
  maxRows: 65_535,
  gapRows: 0,
  isEager: false,
};

/** Large printers of a shop, and what differs on cheap ones: each kind of difference at least once. */
export const printers: readonly ModelledPrinter[] = [
  { ...usual, name: 'large printer of a shop' },
  { ...usual, name: 'clone without a knife', hasKnife: false, maxRows: 255 },
  { ...usual, name: 'old clone that draws no code', understands: ['dots'], maxRows: 128 },
  { ...usual, name: 'printer that obeys commands inside images', isEager: true },
  { ...usual, name: 'pocket printer with gaps', codesOnTheLeft: true, hasKnife: false, gapRows: 1 },
  { ...usual, name: 'printer that feeds a line after each image', understands: ['codes'], gapRows: 24 },
];
