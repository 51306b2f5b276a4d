import { qrShape } from '#src/client/device/print/draw-qr.ts';
import { headDots, type Roll } from './chosen-printer.ts';
import type { PaperPart } from './encode-paper.ts';
import { type Bitmap, maxModuleDots } from './escpos.ts';
import { PrinterError } from './printer-port.ts';

/** The head burns 8 dots to a millimetre. */
const dotsPerPx = (8 * 25.4) / 96;
/** Blank rows before the knife. */
const feedDots = 48;
/** White modules around a code, which `qrShape` counts as part of it. */
const quietModules = 4;
/** Lighter than this stays paper, 0 to 255: edges of letters are burnt rather than lost. */
const blackBelow = 160;

/**
 * Draws each `article` of `content` as a paper of its own; where there is none, all of it as one. What is drawn is the page's
 * own layout in the page's own style sheets and fonts.
 */
export async function drawPapers(content: Element, roll: Roll): Promise<PaperPart[][]> {
  const articles = [...content.querySelectorAll('article')];
  const style = await styleOfPage();
  const papers: PaperPart[][] = [];
  for (const article of articles.length > 0 ? articles : [content])
    papers.push(await drawPaper(article, roll, style));
  return papers;
}

type PlacedCode = { text: string; top: number; side: number };

async function drawPaper(source: Element, roll: Roll, style: string): Promise<PaperPart[]> {
  const width = headDots[roll];
  const host = layOut(source, width);
  try {
    const codes = placedCodes(host);
    const height = Math.ceil(host.getBoundingClientRect().height * dotsPerPx) + feedDots;
    const canvas = await draw(host, width, height, style);
    return partsOf(canvas, codes);
  } finally {
    host.remove();
  }
}

/** A copy of what is printed, as wide as the head, where nobody sees it. */
function layOut(source: Element, width: number): HTMLElement {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  host.inert = true;
  host.style.cssText = `position: fixed; inset: 0 auto auto -200vw; inline-size: ${width / dotsPerPx}px; display: flow-root; background: #fff; color: #000`;
  host.append(source.cloneNode(true));
  document.body.append(host);
  return host;
}

/** The codes of the paper, which are drawn module by module; in the layout their place stays empty. */
function placedCodes(host: HTMLElement): PlacedCode[] {
  const origin = host.getBoundingClientRect().top;
  return [...host.querySelectorAll<SVGElement>('svg[data-qr]')].map((code) => {
    const { top, width } = code.getBoundingClientRect();
    code.style.visibility = 'hidden';
    const { qr: text = '' } = code.dataset;
    return { text, top: Math.round((top - origin) * dotsPerPx), side: width * dotsPerPx };
  });
}

async function draw(host: HTMLElement, width: number, height: number, style: string) {
  const image = new Image();
  image.src = svgOf(host, width, height, style);
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

/** The copy inside of an image, at the dots of the head. It takes nothing from outside: styles and fonts are in it. */
function svgOf(host: HTMLElement, width: number, height: number, style: string): string {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const px = { width: width / dotsPerPx, height: height / dotsPerPx };
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('viewBox', `0 0 ${px.width} ${px.height}`);
  svg.style.fontSize = getComputedStyle(document.documentElement).fontSize;
  const rules = document.createElementNS(space, 'style');
  rules.textContent = style;
  const frame = document.createElementNS(space, 'foreignObject');
  frame.setAttribute('width', String(px.width));
  frame.setAttribute('height', String(px.height));
  const body = document.createElementNS('http://www.w3.org/1999/xhtml', 'body');
  body.style.cssText = 'margin: 0; min-height: 0; display: flow-root; background: #fff; color: #000';
  body.append(...[...host.childNodes].map((node) => node.cloneNode(true)));
  frame.append(body);
  svg.append(rules, frame);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
}

/** The style sheets of the page as on paper, with the fonts themselves in place of their addresses. */
async function styleOfPage(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const texts = await Promise.all(
    rules.map(async (rule) => (rule instanceof CSSFontFaceRule ? await withFont(rule) : rule.cssText)),
  );
  return texts.join('\n').replaceAll('@media print', '@media all');
}

async function withFont(rule: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  if (address === undefined) return rule.cssText;
  try {
    const answer = await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
    return rule.cssText.replace(/url\([^)]+\)/, `url(data:font/woff2;base64,${btoa(letters)})`);
  } catch {
    // Without its font a paper is printed in the letters of the system.
    return '';
  }
}

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
