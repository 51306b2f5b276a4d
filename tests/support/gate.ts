/** Holds what awaits it until it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  return { opened: new Promise((resolve) => (open = resolve)), open: () => open() };
}
