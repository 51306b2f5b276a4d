import { setTimeout as sleep } from 'node:timers/promises';

/** A page that follows its market's events, and resumes after each loss from its last event. */
export type Watcher = { stop(): void };

export function startWatcher(url: string, token: string): Watcher {
  const control = new AbortController();
  let after: string | null = null;

  async function follow(): Promise<void> {
    const query = after === null ? '' : `?after=${after}`;
    const answer = await fetch(`${url}/api/v1/live${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: control.signal,
    });
    if (answer.status !== 200 || answer.body === null) {
      await answer.arrayBuffer();
      return;
    }
    let text = '';
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(bytes).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) after = /^id: (.+)$/m.exec(part)?.[1] ?? after;
    }
  }

  void (async () => {
    while (!control.signal.aborted) {
      await follow().catch(() => undefined);
      if (!control.signal.aborted) await sleep(500);
    }
  })();
  return { stop: () => control.abort() };
}
