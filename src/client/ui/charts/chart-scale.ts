/** Round steps from 0 (or below) up past the largest value, at most five. */
export function ticksOf(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  if (most === least) return [0, 1];
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

/** Every how many groups one is named, when a name needs `room` of `each`. */
export function namedEvery(room: number, each: number): number {
  return Math.max(1, Math.ceil(room / Math.max(1, each)));
}
