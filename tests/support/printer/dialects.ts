/** How one family of printers understands ESC/POS where the families differ. */
export type Dialect = {
  readonly name: string;
  /** draws codes itself; the others print the bytes of one as letters */
  readonly drawsCodes: boolean;
  /** ignores the alignment of a code */
  readonly codesOnTheLeft: boolean;
  readonly hasKnife: boolean;
  /** rows of one raster command; the end of a longer band is lost */
  readonly maxRows: number;
  /** blank rows that its paper moves between two bands */
  readonly gapRows: number;
  /** obeys real-time commands inside of images too */
  readonly isEager: boolean;
  /** answers the question for its paper */
  readonly saysPaper: boolean;
};

const usual: Omit<Dialect, 'name'> = {
  drawsCodes: true,
  codesOnTheLeft: false,
  hasKnife: true,
  maxRows: 65_535,
  gapRows: 0,
  isEager: false,
  saysPaper: true,
};

/** Large printers of a shop, and what differs on cheap ones: each kind of difference at least once. */
export const dialects: readonly Dialect[] = [
  { ...usual, name: 'large printer of a shop' },
  { ...usual, name: 'clone without a knife', hasKnife: false, maxRows: 255, saysPaper: false },
  { ...usual, name: 'old clone that draws no code', drawsCodes: false, maxRows: 128, saysPaper: false },
  { ...usual, name: 'printer that obeys commands inside images', isEager: true },
  { ...usual, name: 'pocket printer with gaps', codesOnTheLeft: true, hasKnife: false, gapRows: 1 },
];
