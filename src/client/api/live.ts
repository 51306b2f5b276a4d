import { readAuth } from '#src/client/state/session.ts';
import { liveEventSchema, type LiveEvent } from '#src/contract/markets/today.ts';
import { liveCalls } from '#src/contract/sync/calls.ts';

export type LiveHandlers = {
  /** the stream is there; `id` is where to go on from after a cut */
  onReady: (id: string) => void;
  onEvent: (event: LiveEvent) => void;
};

/**
 * Reads the stream until it ends; an EventSource cannot send a bearer token. Returns whether it ever was one: where it
 * was not, a proxy may be holding it back, or the token has ended. Never throws.
 */
export async function followLive(
  after: string | undefined,
  handlers: LiveHandlers,
  signal: AbortSignal,
): Promise<boolean> {
  let wasThere = false;
  try {
    const url = new URL(`/api/v1${liveCalls.followLive.path}`, location.origin);
    if (after !== undefined) url.searchParams.set('after', after);
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${readAuth().token}` },
      credentials: 'include',
      cache: 'no-store',
      signal,
    });
    const isOurs = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isOurs || response.body === null) return false;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) wasThere = handleEvent(block, handlers) || wasThere;
    }
  } catch {
    // Cut, refused by the network, or given up by the page: the caller goes on from the last id.
  }
  return wasThere;
}

/** One event of the stream; a heartbeat is none. True when it says that the stream is there. */
function handleEvent(block: string, { onReady, onEvent }: LiveHandlers): boolean {
  const fields = new Map(
    block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (fields.get('event') === 'ready') {
    onReady(fields.get('id') ?? '');
    return true;
  }
  const data = fields.get('data');
  if (data === undefined) return false;
  const event = liveEventSchema.safeParse(JSON.parse(data));
  if (event.success) onEvent(event.data);
  return event.success;
}
