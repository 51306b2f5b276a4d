import Dexie from 'dexie';

/** A question is not asked again before this many times as long as its last answer took; at most `longestRestMs`. */
const restPerRead = 10;
const longestRestMs = 2_000;

/**
 * The same question, which rests between two answers. A full outbox takes long to read and changes several times with every
 * batch that is sent: who reads all of it leaves the processor to the sending; a small answer is there at once. For
 * `liveQuery`: it waits by a promise of the database's library, because another one would lose what the question looks at.
 */
export function rested<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let restsUntil = 0;
  let asked = 0;
  const ask = async (): Promise<Value> => {
    const from = performance.now();
    try {
      return await read();
    } finally {
      const to = performance.now();
      restsUntil = to + Math.min((to - from) * restPerRead, longestRestMs);
    }
  };
  return () => {
    asked += 1;
    const mine = asked;
    const restMs = restsUntil - performance.now();
    if (restMs <= 0) return ask();
    return new Dexie.Promise<void>((resolve) => setTimeout(resolve, restMs)).then(() => {
      // Asked again meanwhile: nobody waits for this answer, and the newer one sees all that it would have seen.
      if (mine !== asked) throw new DOMException('asked again', 'AbortError');
      return ask();
    });
  };
}
