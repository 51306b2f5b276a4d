import { useEffect, useState } from 'react';
import { type DemoMark, isMark, watchOpen } from '#src/client/screens/demo/demo-channel.ts';

export type TabState = 'closed' | 'waiting' | 'opened';

const openedKey = 'demo-opened';

/**
 * Returns the state of each mark. A tab that was open once still counts as opened after a reload: its step is
 * done.
 */
export function useOpened(): { stateOf(mark: DemoMark): TabState; wait(mark: DemoMark): void } {
  const [states, setStates] = useState(readStates);
  useEffect(() => {
    return watchOpen((mark) => {
      sessionStorage.setItem(openedKey, [...new Set([...readOpened(), mark])].join(' '));
      setStates((before) => ({ ...before, [mark]: 'opened' }));
    });
  }, []);
  return {
    stateOf: (mark) => states[mark] ?? 'closed',
    wait: (mark) =>
      setStates((before) => (before[mark] === 'opened' ? before : { ...before, [mark]: 'waiting' })),
  };
}

function readOpened(): DemoMark[] {
  return (sessionStorage.getItem(openedKey) ?? '').split(' ').filter(isMark);
}

function readStates(): Partial<Record<DemoMark, TabState>> {
  return Object.fromEntries(readOpened().map((mark) => [mark, 'opened' as const]));
}
