/** The style sheets of the page as they apply to paper. */
export type PrintedStyle = {
  /** fonts by their addresses, for a document of this origin */
  readonly byAddress: string;
  /** fonts inside, for an image, which loads nothing */
  readonly whole: string;
};

export async function printedStyle(): Promise<PrintedStyle> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const whole = await Promise.all(
    rules.map(async (rule) => (rule instanceof CSSFontFaceRule ? await withFont(rule) : rule.cssText)),
  );
  return { byAddress: onPaper(rules.map(({ cssText }) => cssText)), whole: onPaper(whole) };
}

function onPaper(rules: readonly string[]): string {
  return rules.join('\n').replaceAll('@media print', '@media all');
}

async function withFont(rule: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  if (address === undefined) return rule.cssText;
  try {
    const answer = await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href));
    if (!answer.ok) return '';
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
    return rule.cssText.replace(/url\([^)]+\)/, `url(data:font/woff2;base64,${btoa(letters)})`);
  } catch {
    // Without its font a paper is printed in the letters of the system.
    return '';
  }
}
