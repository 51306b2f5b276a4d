/** As a ref: gives the focus to what someone will type into first. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
