import { readAuth } from '#src/client/state/session.ts';
import { liveEventSchema, type LiveEvent } from '#src/contract/markets/today.ts';
import { liveCalls } from '#src/contract/sync/calls.ts';

export type LiveHandlers = {
  /** The stream is open; `id` is where to continue after an interruption. */
  onReady: (id: string) => void;
  onEvent: (event: LiveEvent) => void;
};

/**
 * Reads the stream until it ends. An EventSource cannot send a bearer token. Returns whether the stream ever
 * opened; if not, a proxy may be buffering it, or the token has expired. Never throws.
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
    // Interrupted, refused by the network, or aborted by the page: the caller continues from the last id.
  }
  return wasThere;
}

/**
 * Handles one event of the stream, ignoring heartbeats. Returns true if it reports that the stream is open.
 */
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
