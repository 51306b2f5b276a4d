/**
 * Ref callback that focuses the result and scrolls it into view. It does not take the focus from a field in
 * which the cashier already types the next customer.
 */
export function focusResult(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && !activeElement.readOnly && !activeElement.disabled) return;
  element?.focus();
}
