/** Whether the page runs as an installed application and not in a tab. */
export function isInstalled(): boolean {
  const isStandalone = matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;
  return isStandalone || ('standalone' in navigator && navigator.standalone === true);
}
