/** Lost a race against a twin or a neighbour: nothing was written, asking again is right. */
const transient = new Set(['23505', '40001', '40P01']);

export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && transient.has(String(error.code));
}

/**
 * Runs `work` again when it lost against another session: unique violation, serialization failure or deadlock, each of
 * which took everything back. Gives up after `attempts` and throws the last error.
 */
export async function retryConflicts<Value>(work: () => Promise<Value>, attempts = 8): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error;
    }
  }
}
