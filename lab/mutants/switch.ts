/**
 * In a test file's process: the active mutant, and those met. Instrumented code calls it at every one it
 * passes.
 */
export class MutantSwitch {
  awake: string | null = null;
  readonly met = new Set<string>();
  asked = 0;
  /** Limit of calls, which stops a looping mutant before the clock does. */
  mostAsked = Number.POSITIVE_INFINITY;

  isOn(id: string): boolean {
    this.asked += 1;
    if (this.isInCircles) throw new Error('a mutant runs in circles');
    if (this.awake === null) this.met.add(id);
    return id === this.awake;
  }

  get isInCircles(): boolean {
    return this.asked > this.mostAsked;
  }

  wake(id: string | null, mostAsked = Number.POSITIVE_INFINITY): void {
    this.awake = id;
    this.asked = 0;
    this.mostAsked = mostAsked;
  }
}

declare global {
  var $mutants: MutantSwitch | undefined;
}

export function installSwitch(): MutantSwitch {
  return (globalThis.$mutants = new MutantSwitch());
}
