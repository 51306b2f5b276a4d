/**
 * As a ref: the result has the focus, and is seen. Whoever types into a field by now, the next customer's registration, is not
 * taken away from it.
 */
export function focusResult(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && !activeElement.readOnly && !activeElement.disabled) return;
  element?.focus();
}
