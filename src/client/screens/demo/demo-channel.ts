import { useEffect, useState } from 'react';
import { demoPaths } from '#src/domain/demo-facts.ts';
import type { DemoVisitor } from './demo-tabs.ts';

/** A visitor's tab is open; `noSignal`: the stall's link has been cut in it. */
export type DemoMark = DemoVisitor | 'noSignal';

function isMark(name: string): name is DemoMark {
  return name in demoPaths || name === 'noSignal';
}

/** Tabs of one browser announce here which visitors are open. Nothing leaves the browser. */
const channelName = 'demo-tabs';
const question = 'who';

/**
 * Announces this mark of a tab now, and again whenever the steps page asks. Returns a function that stops it.
 */
export function reportOpen(mark: DemoMark): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === question) channel.postMessage(mark);
  });
  channel.postMessage(mark);
  return () => channel.close();
}

export type TabState = 'closed' | 'waiting' | 'opened';

const openedKey = 'demo-opened';

/**
 * Returns the state of each mark. A tab that was open once still counts as opened after a reload: its step is
 * done.
 */
export function useOpened(): { stateOf(mark: DemoMark): TabState; wait(mark: DemoMark): void } {
  const [states, setStates] = useState(readStates);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data: mark }) => {
      if (typeof mark !== 'string' || !isMark(mark)) return;
      sessionStorage.setItem(openedKey, [...new Set([...readOpened(), mark])].join(' '));
      setStates((before) => ({ ...before, [mark]: 'opened' }));
    });
    channel.postMessage(question);
    return () => channel.close();
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
