/** Number of steps that cover each part of the shell, because one may open before another has closed. */
const covered = new WeakMap<HTMLElement, number>();

/**
 * A ref for an element that takes the whole screen: the bar and the navigation behind it are then hidden from
 * keyboard and screen reader.
 */
export function wholeScreen(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const behind: HTMLElement[] = [];
  for (let at = element; at.parentElement !== null && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling instanceof HTMLElement && sibling.matches('header, nav, a[href^="#"]'))
        behind.push(sibling);
  for (const part of behind) {
    covered.set(part, (covered.get(part) ?? 0) + 1);
    part.inert = true;
  }
  return () => {
    for (const part of behind) {
      const left = (covered.get(part) ?? 1) - 1;
      covered.set(part, left);
      if (left === 0) part.inert = false;
    }
  };
}
