import type { Locator } from '@playwright/test';

/** Types a text key by key, or pastes or drops it, as a person brings an amount into a field. */
export async function insertText(
  field: Locator,
  way: 'type' | 'paste' | 'drop',
  text: string,
): Promise<void> {
  if (way === 'type') return field.pressSequentially(text);
  await field.focus();
  await field.evaluate(
    (element, { kind, data }) => {
      const carried = new DataTransfer();
      carried.setData('text/plain', data);
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: carried })
          : new DragEvent('drop', { ...options, dataTransfer: carried });
      // A field that leaves the text to the browser inserts it at the caret.
      if (element.dispatchEvent(event)) document.execCommand('insertText', false, data);
    },
    { kind: way, data: text },
  );
}
