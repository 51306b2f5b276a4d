import { useEffect, useState } from 'react';
import { watchOpen } from '#src/client/screens/demo/demo-channel.ts';
import type { DemoVisitor } from '#src/client/screens/demo/demo-tabs.ts';
import { demoPaths } from '#src/domain/demo-facts.ts';

export type TabState = 'closed' | 'waiting' | 'opened';

const openedKey = 'demo-opened';

/**
 * Returns the state of each tab. A tab that was open once still counts as opened after a reload: its step is
 * done.
 */
export function useOpened(): { stateOf(visitor: DemoVisitor): TabState; wait(visitor: DemoVisitor): void } {
  const [states, setStates] = useState(readStates);
  useEffect(() => {
    return watchOpen((visitor) => {
      sessionStorage.setItem(openedKey, [...new Set([...readOpened(), visitor])].join(' '));
      setStates((before) => ({ ...before, [visitor]: 'opened' }));
    });
  }, []);
  return {
    stateOf: (visitor) => states[visitor] ?? 'closed',
    wait: (visitor) =>
      setStates((before) => (before[visitor] === 'opened' ? before : { ...before, [visitor]: 'waiting' })),
  };
}

function readOpened(): string[] {
  return (sessionStorage.getItem(openedKey) ?? '').split(' ').filter((name) => name in demoPaths);
}

function readStates(): Partial<Record<DemoVisitor, TabState>> {
  return Object.fromEntries(readOpened().map((visitor) => [visitor, 'opened' as const]));
}
