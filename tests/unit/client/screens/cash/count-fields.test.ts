import '#tests/support/browser/browser-globals.ts';
import type { KeyboardEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { CountFields } from '#src/client/screens/cash/count/count-entry.tsx';
import type { Count } from '#src/client/screens/cash/count/use-count.ts';

it('lets Enter tap "Borrar"', () => {
  const { props } = CountFields({ count: { face: 'figures' } as Count, onEnd: vi.fn() });
  const event = { key: 'Enter', currentTarget: { querySelectorAll: () => [] }, preventDefault: vi.fn() };
  (props as { onKeyDown: (event: KeyboardEvent) => void }).onKeyDown(event as unknown as KeyboardEvent);
  expect(event.preventDefault).not.toHaveBeenCalled();
});
