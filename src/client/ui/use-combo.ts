import type { KeyboardEvent } from 'react';
import { useState } from 'react';

interface ComboOptions {
  count: number;
  /** the place of the chosen option, or -1 */
  chosen: number;
  onChoose: (place: number) => void;
  onSearch: (typed: string) => void;
  /** asks for what comes after the last option */
  onMore: (() => void) | undefined;
}

/** What a combobox does with keys and typing (ARIA 1.2: the focus stays in the field, one option is the active one). */
export function useCombo({ count, chosen, onChoose, onSearch, onMore }: ComboOptions) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [moved, setMoved] = useState<number | null>(null);
  const active = Math.min(moved ?? (typed === '' ? chosen : 0), count - 1);
  const search = (text: string): void => {
    setTyped(text);
    setMoved(null);
    onSearch(text);
  };
  const open = (): void => {
    if (isOpen) return;
    setOpen(true);
    search('');
  };
  const close = (): void => {
    setOpen(false);
    search('');
  };
  const choose = (place: number): void => {
    if (place < 0 || place >= count) return;
    onChoose(place);
    close();
  };
  const step = (by: 1 | -1): void => {
    if (!isOpen) open();
    else if (count > 0) {
      if (by === 1 && active >= count - 1 && onMore !== undefined) onMore();
      else setMoved((active + by + count) % count);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(active);
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list is closed, not the dialog that it may stand in.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const onType = (text: string): void => {
    setOpen(true);
    search(text);
  };
  return { isOpen, typed, active, open, close, choose, onType, onKeyDown };
}
