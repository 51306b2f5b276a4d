import { demoPaths } from '#src/domain/demo-facts.ts';
import type { DemoVisitor } from './demo-tabs.ts';

/** Tabs of one browser announce here which visitors are open. Nothing leaves the browser. */
const channelName = 'demo-tabs';
const question = 'who';

/**
 * Announces this visitor's tab now, and again whenever the steps page asks. Returns a function that stops it.
 */
export function reportOpen(visitor: DemoVisitor): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === question) channel.postMessage(visitor);
  });
  channel.postMessage(visitor);
  return () => channel.close();
}

/** Calls `onOpen` for every tab that is open or opens later. Returns a function that stops it. */
export function watchOpen(onOpen: (visitor: DemoVisitor) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && data in demoPaths) onOpen(data as DemoVisitor);
  });
  channel.postMessage(question);
  return () => channel.close();
}
