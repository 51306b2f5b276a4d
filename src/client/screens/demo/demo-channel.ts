import { demoPaths } from '#src/domain/demo-facts.ts';
import type { DemoVisitor } from './demo-tabs.ts';

/** The tabs of one browser tell each other who is open; nothing of it leaves the browser. */
const channelName = 'demo-tabs';
const question = 'who';

/** Says that this visitor's tab is open, now and whenever the steps ask. Returns the way to stop. */
export function reportOpen(visitor: DemoVisitor): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === question) channel.postMessage(visitor);
  });
  channel.postMessage(visitor);
  return () => channel.close();
}

/** Calls `onOpen` for every tab that is open, or opens later. Returns the way to stop. */
export function watchOpen(onOpen: (visitor: DemoVisitor) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && data in demoPaths) onOpen(data as DemoVisitor);
  });
  channel.postMessage(question);
  return () => channel.close();
}
