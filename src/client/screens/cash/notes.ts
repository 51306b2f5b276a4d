/** Notes that a till is counted by, largest first, in the smallest unit shown. */
export const noteValues = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000] as const;

export interface Notes {
  /** smallest unit shown */
  coins: number;
  /** how many of each value */
  pieces: ReadonlyMap<number, number>;
}

export function countedOf({ coins, pieces }: Notes): number {
  return [...pieces].reduce((sum, [value, count]) => sum + value * count, coins);
}
