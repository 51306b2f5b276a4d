import type { CSSProperties } from 'react';

/** How long a figure is, for a style that fits it into its place. */
export function lettersOf(text: string): CSSProperties {
  const style: CSSProperties & Record<'--letters', number> = { '--letters': text.length };
  return style;
}
