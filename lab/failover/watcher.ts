import { setTimeout as sleep } from 'node:timers/promises';

/** A page that follows its market's events, and resumes after each loss from its last event. */
export type Watcher = {
  readonly seen: Set<string>;
  reconnections(): number;
  /** Resolves when it first follows: later events must be seen. */
  readonly follows: Promise<void>;
  stop(): void;
};

export function startWatcher(url: string, token: string): Watcher {
  const seen = new Set<string>();
  const control = new AbortController();
  let after: string | null = null;
  let connections = 0;
  let begun = (): void => undefined;
  const follows = new Promise<void>((resolve) => (begun = resolve));

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
    connections += 1;
    let text = '';
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(bytes).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const id = /^id: (.+)$/m.exec(part)?.[1];
        if (id === undefined) continue;
        after = id;
        begun();
        if (!/^\d+$/.test(id)) seen.add(id);
      }
    }
  }

  void (async () => {
    while (!control.signal.aborted) {
      await follow().catch(() => undefined);
      if (!control.signal.aborted) await sleep(500);
    }
  })();
  return { seen, follows, reconnections: () => Math.max(0, connections - 1), stop: () => control.abort() };
}
