/** Lost a race against a copy of itself or a neighbour: nothing was written, and the next try sees what the other wrote. */
const transient = new Set(['23505', '40001', '40P01']);

export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && transient.has(String(error.code));
}

/**
 * Runs `work` again when it lost against another session: unique violation, serialization failure or deadlock, each of
 * which rolled everything back. Gives up after `attempts` and throws the last error.
 */
export async function retryTransaction<Value>(work: () => Promise<Value>, attempts = 8): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt >= attempts) throw error;
    }
  }
}
