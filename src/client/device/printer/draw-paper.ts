import { qrShape } from '#src/client/device/print/draw-qr.ts';
import { headDots, type Roll } from './chosen-printer.ts';
import type { PaperPart } from './encode-paper.ts';
import { type Bitmap, maxModuleDots } from './escpos.ts';
import { PrinterError } from './printer-port.ts';

/** The head burns 8 dots to a millimetre. */
const dotsPerPx = (8 * 25.4) / 96;

/**
 * Draws each `article` of `content` as a separate paper; without one, the whole content as a single paper. It is the page's
 * own layout with its style sheets and fonts.
 */
export async function drawPapers(content: Element, roll: Roll): Promise<PaperPart[][]> {
  const articles = [...content.querySelectorAll('article')];
  // Copied at once: the screen may change while the fonts are read.
  const copies = (articles.length > 0 ? articles : [content]).map((article) => article.cloneNode(true));
  const style = await printedStyle();
  const papers: PaperPart[][] = [];
  for (const copy of copies) papers.push(await drawPaper(copy, roll, style));
  return papers;
}

async function drawPaper(copy: Node, roll: Roll, style: PrintedStyle): Promise<PaperPart[]> {
  const width = headDots[roll];
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = `position: fixed; inset: 0 auto auto -200vw; width: ${width}px; height: 100px; border: 0; visibility: hidden`;
  document.body.append(frame);
  try {
    const page = frame.contentDocument;
    if (!page) throw new PrinterError('not-drawn');
    await layOut(page, copy, { width, roll, style });
    // Its part did not load: a white strip would count as a printed copy.
    if (page.body.innerText.trim() === '') throw new PrinterError('not-drawn');
    const codes = placedCodes(page.body);
    const height = Math.ceil(page.body.getBoundingClientRect().height * dotsPerPx) + feedDots;
    return partsOf(await draw(svgOf(page, { width, height, style })), codes);
  } finally {
    frame.remove();
  }
}

type Laid = { width: number; roll: Roll; style: PrintedStyle };

/** The copy alone in a document of its printed width, marked as a paper as in a print of the browser. */
async function layOut(page: Document, copy: Node, { width, roll, style }: Laid): Promise<void> {
  const { dataset, lang } = document.documentElement;
  Object.assign(page.documentElement.dataset, dataset, { theme: 'day', paper: roll });
  page.documentElement.lang = lang;
  page.documentElement.style.fontSize = getComputedStyle(document.documentElement).fontSize;
  const sheet = page.createElement('style');
  sheet.textContent = style.byAddress;
  page.head.append(sheet);
  page.body.style.cssText = `${bodyStyle}; width: ${width / dotsPerPx}px`;
  page.body.append(page.importNode(copy, true));
  await page.fonts.ready;
}

const bodyStyle = 'margin: 0; min-height: 0; display: flow-root; background: #fff; color: #000';

/** The codes of the paper, which are drawn module by module; in the layout their place stays empty. */
function placedCodes(body: HTMLElement): PlacedCode[] {
  const origin = body.getBoundingClientRect().top;
  return [...body.querySelectorAll<SVGElement>('svg[data-qr]')].map((code) => {
    const { top, width } = code.getBoundingClientRect();
    code.style.visibility = 'hidden';
    const { qr: text = '' } = code.dataset;
    return { text, top: Math.round((top - origin) * dotsPerPx), side: width * dotsPerPx };
  });
}

type Drawn = { width: number; height: number; style: PrintedStyle };

/** The laid out page as an image of as many dots. It takes nothing from outside: styles and fonts are in it. */
function svgOf(page: Document, { width, height, style }: Drawn): HTMLImageElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const side = { width: width / dotsPerPx, height: height / dotsPerPx };
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('viewBox', `0 0 ${side.width} ${side.height}`);
  Object.assign(svg.dataset, page.documentElement.dataset);
  svg.style.fontSize = page.documentElement.style.fontSize;
  const rules = document.createElementNS(space, 'style');
  rules.textContent = style.whole;
  const place = document.createElementNS(space, 'foreignObject');
  place.setAttribute('width', String(side.width));
  place.setAttribute('height', String(side.height));
  place.append(document.importNode(page.body, true));
  svg.append(rules, place);
  const text = encodeURIComponent(new XMLSerializer().serializeToString(svg));
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${text}`;
  return image;
}

async function draw(image: HTMLImageElement): Promise<ImageData> {
  const { width, height } = image;
  try {
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no 2d canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    throw new PrinterError('not-drawn', { cause: error });
  }
}

/** The style sheets of the page as they apply to paper. */
type PrintedStyle = {
  /** fonts by their addresses, for a document of this origin */
  readonly byAddress: string;
  /** fonts inside, for an image, which loads nothing */
  readonly whole: string;
};

/**
 * Reads the sheets as they were written. The rules that the page gives out again have lost a shorthand with a variable whose
 * parts a later line sets, such as the font of the body.
 */
async function printedStyle(): Promise<PrintedStyle> {
  const sheets = await Promise.all([...document.styleSheets].map(sourceOf));
  const byAddress = sheets.join('\n').replaceAll(/@media print\b/g, '@media all');
  return { byAddress, whole: await withFonts(byAddress) };
}

async function sourceOf(sheet: CSSStyleSheet): Promise<string> {
  const { href, ownerNode } = sheet;
  if (href === null) return ownerNode?.textContent ?? '';
  try {
    const answer = await fetch(href);
    if (answer.ok) return await answer.text();
  } catch {
    // Without a link and without an installed application the page still has its rules.
  }
  return [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
}

const fontFace = /@font-face\s*\{[^}]*\}/g;

async function withFonts(style: string): Promise<string> {
  const faces = await Promise.all((style.match(fontFace) ?? []).map(withFont));
  return style.replaceAll(fontFace, () => faces.shift() ?? '');
}

async function withFont(face: string): Promise<string> {
  const [, address] = /url\(["']?([^"')]+)["']?\)/.exec(face) ?? [];
  if (address === undefined) return face;
  try {
    const answer = await fetch(new URL(address, location.href));
    if (!answer.ok) return '';
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
    return face.replace(/url\([^)]+\)/, `url(data:font/woff2;base64,${btoa(letters)})`);
  } catch {
    // Without its font a paper is printed in the letters of the system.
    return '';
  }
}

/** A code of the layout, in dots from the top of its paper; `side` includes the quiet zone. */
type PlacedCode = { text: string; top: number; side: number };

/** Blank rows before the knife. */
const feedDots = 48;
/** White modules around a code, which `qrShape` counts as part of it. */
const quietModules = 4;
/** Lighter than this stays paper, 0 to 255: edges of letters are burnt rather than lost. */
const blackBelow = 160;

/** Bands of dots with the codes between them. A code keeps its quiet zone as blank rows of the bands around it. */
function partsOf(image: ImageData, codes: readonly PlacedCode[]): PaperPart[] {
  const parts: PaperPart[] = [];
  let from = 0;
  for (const { text, top, side: room } of codes) {
    const { side, runs } = qrShape(text);
    const moduleDots = Math.min(maxModuleDots, Math.max(1, Math.floor(room / side + 0.05)));
    const quiet = quietModules * moduleDots;
    const modules = side - 2 * quietModules;
    const start = top + quiet;
    parts.push({ kind: 'dots', dots: cropped(image, from, start) });
    const dots = blank(image.width, modules * moduleDots);
    const left = Math.floor((image.width - modules * moduleDots) / 2);
    for (const [x, y, length] of runs)
      for (let row = 0; row < moduleDots; row++)
        for (let dot = 0; dot < length * moduleDots; dot++)
          blacken(dots, left + (x - quietModules) * moduleDots + dot, (y - quietModules) * moduleDots + row);
    parts.push({ kind: 'code', text, moduleDots, dots });
    from = start + modules * moduleDots;
  }
  parts.push({ kind: 'dots', dots: cropped(image, from, lastInk(image) + feedDots) });
  return parts;
}

function blank(width: number, height: number): Bitmap {
  return { width, height, bits: new Uint8Array(Math.ceil(width / 8) * height) };
}

function blacken({ width, bits }: Bitmap, x: number, y: number): void {
  const at = y * Math.ceil(width / 8) + (x >> 3);
  bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
}

function isInk({ data, width }: ImageData, x: number, y: number): boolean {
  const at = 4 * (y * width + x);
  const light = 0.3 * (data[at] ?? 255) + 0.59 * (data[at + 1] ?? 255) + 0.11 * (data[at + 2] ?? 255);
  return light < blackBelow;
}

/** The rows from `from` to `to` in black and white. */
function cropped(image: ImageData, from: number, to: number): Bitmap {
  const dots = blank(image.width, Math.max(0, Math.min(to, image.height) - from));
  for (let y = 0; y < dots.height; y++)
    for (let x = 0; x < dots.width; x++) if (isInk(image, x, from + y)) blacken(dots, x, y);
  return dots;
}

/** The row after the last one with ink on it. */
function lastInk(image: ImageData): number {
  for (let y = image.height - 1; y >= 0; y--)
    for (let x = 0; x < image.width; x++) if (isInk(image, x, y)) return y + 1;
  return 0;
}
