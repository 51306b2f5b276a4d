/** Cleanup steps of a start. */
export type Undoing = {
  /** Adds a step that runs before all present ones. */
  add(step: () => Promise<void>): void;
  /** Runs all steps. A failing step does not stop the others; the first failure is thrown at the end. */
  run(): Promise<void>;
};

/**
 * Returns an empty list of steps. A server fills it while it starts, and runs it when it stops or when its
 * start fails.
 */
export function createUndoing(): Undoing {
  const steps: (() => Promise<void>)[] = [];
  return {
    add: (step) => void steps.unshift(step),
    run: async () => {
      const failures: unknown[] = [];
      for (const step of steps.splice(0))
        await step().catch((error: unknown) => {
          failures.push(error);
        });
      if (failures.length > 0) throw failures[0];
    },
  };
}
