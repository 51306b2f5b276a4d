/** Ends what a start has begun. */
export type Undoing = {
  /** Runs before every step that is already here. */
  add(step: () => Promise<void>): void;
  /** Runs after every other step. */
  addLast(step: () => Promise<void>): void;
  /** Runs all steps. A step that fails does not keep the others from running; the first failure is thrown at the end. */
  run(): Promise<void>;
};

/** Returns an empty list of steps: a server fills it while it starts, and runs it when it stops or when its start fails. */
export function createUndoing(): Undoing {
  const steps: (() => Promise<void>)[] = [];
  return {
    add: (step) => void steps.unshift(step),
    addLast: (step) => void steps.push(step),
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
