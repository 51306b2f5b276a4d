import { headDots, type Roll } from './chosen-printer.ts';
import type { PaperPart } from './encode-paper.ts';
import { feedDots, partsOf, type PlacedCode } from './paper-dots.ts';
import { printedStyle, type PrintedStyle } from './paper-style.ts';
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
