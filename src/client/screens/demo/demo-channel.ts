import { demoPaths } from '#src/domain/demo-facts.ts';
import type { DemoVisitor } from './demo-tabs.ts';

/** A visitor's tab is open; `noSignal`: the stall's link has been cut in it. */
export type DemoMark = DemoVisitor | 'noSignal';

export function isMark(name: string): name is DemoMark {
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

/** Calls `onOpen` for every mark of a tab that is open or opens later. Returns a function that stops it. */
export function watchOpen(onOpen: (mark: DemoMark) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && isMark(data)) onOpen(data);
  });
  channel.postMessage(question);
  return () => channel.close();
}
