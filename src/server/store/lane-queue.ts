import type { Lane } from './database.ts';

/** Hands out a fixed number of permits; whoever waits in the `money` lane is served before all who wait in `read`. */
export class LaneQueue {
  readonly #waiting: Record<Lane, (() => void)[]> = { money: [], read: [] };
  readonly #size: number;
  #free: number;
  #whenIdle: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  /** Resolves with the function that gives the permit back; calling it twice does nothing the second time. */
  async acquire(lane: Lane): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting[lane].push(resolve));
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#passOn();
    };
  }

  /** Resolves once nobody holds or waits for a permit. */
  async idle(): Promise<void> {
    if (this.#free === this.#size) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #passOn(): void {
    // The permit goes straight to the next in line, so that a newcomer cannot slip in between.
    const next = this.#waiting.money.shift() ?? this.#waiting.read.shift();
    if (next) {
      next();
      return;
    }
    this.#free += 1;
    if (this.#free === this.#size) {
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }
}
