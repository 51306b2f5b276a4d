import { formatAmount } from '#src/domain/money.ts';
import { type Denomination, largestCoin } from './denominations.ts';

/** A piece's drawing in pixels: `#` light (dark on a coin) and `+` gold. */
type Look = {
  readonly motif: string;
  /** For a note: ground, edges, light, gold. For a coin: outer ring and centre. */
  readonly colours: readonly string[];
};

const looks: Record<Denomination, Look> = {
  // a plant
  100000: {
    motif:
      '.....##..... ..#.####.#.. .###.##.###. #####..##### .####.#####. ...######... ++...##...++ .+++.##.+++. ..+++##+++.. ....+##+.... .....##.....',
    colours: ['#1f7a3d', '#0f4d24', '#ecf8e6', '#ffc53d'],
  },
  // a butterfly
  50000: {
    motif:
      '##..#..#..## ####.##.#### ##+##..##+## #++######++# ##+######+## .####++####. ..###++###.. .##+####+##. .#++#..#++#. .###....###. ..#......#..',
    colours: ['#6b3a96', '#44205f', '#f6ecfc', '#ffc53d'],
  },
  // a sun
  20000: {
    motif:
      '.....##..... .#...##...#. ..#.####.#.. ...##++##... ..##++++##.. ###++++++### ..##++++##.. ...##++##... ..#.####.#.. .#...##...#. .....##.....',
    colours: ['#e0701e', '#9c4707', '#fff6e6', '#ffe08a'],
  },
  // a flower
  10000: {
    motif:
      '....####.... ....####.... .##.####.##. ####.##.#### ####.++.#### ####++++#### ####.++.#### ####.##.#### .##.####.##. ....####.... ....####....',
    colours: ['#b8232b', '#7c1218', '#ffedeb', '#ffc53d'],
  },
  // a bean of coffee
  5000: {
    motif:
      '....####.... ..#####+##.. .#####++###. #####++##### #####++##### ######++#### #######++### #######++### .#####++###. ..###++###.. ....####....',
    colours: ['#7a4a21', '#532f12', '#fbefdd', '#f0a050'],
  },
  // a fish
  2000: {
    motif:
      '............ ....####.... ..#######..# .####++##### ##.###++#### ######++###. ######++#### .####++##### ..#######..# ....####.... ............',
    colours: ['#1d5fa8', '#123f73', '#eaf3fc', '#ffc53d'],
  },
  // water
  1000: { motif: '.##..## #..##.. ....... .##..## #..##..', colours: ['#d9a93a', '#dcdad4'] },
  // a star
  500: { motif: '...#... #..#..# .#####. ..#.#.. .#...#.', colours: ['#c4c2bc', '#d9a93a'] },
  // two fruits
  200: { motif: '...##.. ..#.#.. .#...#. ##..### ##..###', colours: ['#dcdad4', '#dcdad4'] },
  // a leaf
  100: { motif: '....### ..##### .###.## .##.##. #.###..', colours: ['#d9a93a', '#d9a93a'] },
  // a seed
  50: { motif: '..#.. .###. ##.## .###. ..#..', colours: ['#c4c2bc', '#c4c2bc'] },
};

/** The characters on pieces; the comma descends below the line. */
const figures: Record<string, string> = {
  0: '### #.# #.# #.# ###',
  1: '##. .#. .#. .#. ###',
  2: '### ..# ### #.. ###',
  5: '### #.. ### ..# ###',
  ',': '. . . . # #',
};

const notes: readonly Denomination[] = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
const coins: readonly Denomination[] = [50, 100, 200, 500, 1_000];

export type Shape =
  | { readonly kind: 'path'; readonly fill: string; readonly d: string }
  | { readonly kind: 'disc'; readonly fill: string; readonly radius: number };

/**
 * A piece in units of which a note is 19 high and longer the more it is worth. Every edge is on a whole unit,
 * so that a piece drawn 19, 38 or 57 pixels high is exact to the pixel and no figure loses a stroke on a
 * low-resolution screen.
 */
export type Drawing = { readonly width: number; readonly height: number; readonly shapes: readonly Shape[] };

/** In colour, or in one ink for paper. */
export type Ink = 'colours' | 'black';

const drawn = new Map<string, Drawing>();

export function drawingOf(value: Denomination, ink: Ink): Drawing {
  const key = `${ink}${value}`;
  const known = drawn.get(key) ?? (value > largestCoin ? noteOf(value, ink) : coinOf(value, ink));
  drawn.set(key, known);
  return known;
}

export const noteHeight = 19;
/** Start of the figure on a note, right of the motif. */
const motifEnd = 14;

function noteOf(value: Denomination, ink: Ink): Drawing {
  const rank = notes.indexOf(value);
  const width = 35 + 2 * rank;
  const isBlack = ink === 'black';
  // Gold stays white in one ink, otherwise the drawing is a blot. The plant's leaves have the ground colour.
  const [ground = '', edge = '', light = '', gold = ''] = isBlack
    ? ['#fff', '#000', '#000', value === 100_000 ? '#000' : '#fff']
    : looks[value].colours;
  const text = formatAmount(value);
  const start = Math.ceil((motifEnd + width - figureWidth(text)) / 2);
  const squares = Array.from({ length: rank + 1 }, (_, place) => box(width - 3 - 2 * place, 14, 1, 1));
  return {
    width,
    height: noteHeight,
    shapes: [
      path(edge, box(1, 0, width - 2, noteHeight) + box(0, 1, width, noteHeight - 2)),
      path(ground, isBlack ? box(1, 1, width - 2, noteHeight - 2) : box(0, 2, width, noteHeight - 4)),
      path(light, pixels(looks[value].motif, '#', 2, 4) + lettering(text, start, 7)),
      path(gold, pixels(looks[value].motif, '+', 2, 4)),
      path(isBlack ? '#000' : gold, squares.join('')),
    ],
  };
}

/** Widths in units, all odd, so that motif and figure are centred. */
const coinSizes = [13, 15, 16, 17, 19];

function coinOf(value: Denomination, ink: Ink): Drawing {
  const size = coinSizes[coins.indexOf(value)] ?? noteHeight;
  const middle = size / 2;
  const [ring = '', centre = ''] = looks[value].colours;
  const text = String(value);
  const { motif } = looks[value];
  const across = (width: number): number => Math.floor((size - width) / 2);
  const top = Math.floor((size - 11) / 2);
  const lines =
    pixels(motif, '#', across(motif.indexOf(' ')), top) + lettering(text, across(figureWidth(text)), top + 6);
  const discs: Shape[] =
    ink === 'black'
      ? [disc('#000', middle), disc('#fff', middle - 1)]
      : [disc('#50473c', middle), disc(ring, middle - 0.75)];
  if (ink === 'colours' && ring !== centre) discs.push(disc(centre, middle - 2));
  return {
    width: size,
    height: size,
    shapes: [...discs, path(ink === 'black' ? '#000' : '#1e1914', lines)],
  };
}

const path = (fill: string, d: string): Shape => ({ kind: 'path', fill, d });
const disc = (fill: string, radius: number): Shape => ({ kind: 'disc', fill, radius });
const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** Returns every run of `cell` as a bar. */
function pixels(rows: string, cell: string, left: number, top: number): string {
  let d = '';
  for (const [y, row] of rows.split(' ').entries())
    for (const { 0: run, index } of row.matchAll(cell === '+' ? /\++/g : /#+/g))
      d += box(left + index, top + y, run.length, 1);
  return d;
}

/** Returns the width in units, with one unit between two letters. */
function figureWidth(text: string): number {
  return text.length * 4 - (text.includes(',') ? 3 : 1);
}

function lettering(text: string, left: number, top: number): string {
  let d = '';
  let x = left;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charAt(place);
    d += pixels(figures[letter] ?? '', '#', x, top);
    x += letter === ',' ? 2 : 4;
  }
  return d;
}
