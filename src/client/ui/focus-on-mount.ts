/** As a ref: gives the focus to what someone will type into first. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** As a ref: gives the focus to an amount that the first key replaces. */
export function selectOnMount(input: HTMLInputElement | null): void {
  focusOnMount(input);
  input?.select();
}
