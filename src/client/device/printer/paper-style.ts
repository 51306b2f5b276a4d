/** The style sheets of the page as they apply to paper. */
export type PrintedStyle = {
  /** fonts by their addresses, for a document of this origin */
  readonly byAddress: string;
  /** fonts inside, for an image, which loads nothing */
  readonly whole: string;
};

/**
 * Reads the sheets as they were written. The rules that the page gives out again have lost a shorthand with a variable whose
 * parts a later line sets, such as the font of the body.
 */
export async function printedStyle(): Promise<PrintedStyle> {
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
