/** Files of ours that a person carries, by the name that each has inside. */
const kinds = ['mercado-carta', 'mercado-respuesta', 'mercado-outbox'] as const;

/**
 * Returns what a file says it is, or null when it is none of ours. It looks only at the beginning, because the
 * service worker asks before any page is open; whoever opens the file checks it.
 */
export function kindOfFile(text: string): (typeof kinds)[number] | null {
  const [, named] = /^\s*\{\s*"kind"\s*:\s*"([\w-]+)"/.exec(text.slice(0, 200)) ?? [];
  return kinds.find((kind) => kind === named) ?? null;
}
