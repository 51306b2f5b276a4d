/** Holds what awaits it until somebody opens it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  return { opened: new Promise((resolve) => (open = resolve)), open: () => open() };
}
