/** Random numbers that are the same for a seed on every machine. */
export type Random = {
  /** 0 <= x < 1 */
  next(): number;
  /** 0 <= n < `below` */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<Value>(from: readonly Value[]): Value;
  /** A version 4 UUID. */
  uuid(): string;
};

/** sfc32, seeded through splitmix32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const mix = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let [a, b, c, counter] = [mix(), mix(), mix(), 1];
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm += 1) word();
  const random: Random = {
    next: () => word() / 2 ** 32,
    int: (below) => Math.floor(random.next() * below),
    chance: (probability) => random.next() < probability,
    pick: (from) => {
      const picked = from[random.int(from.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    uuid: () => {
      const hex = [0, 0, 0, 0].map(() => word().toString(16).padStart(8, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
  return random;
}
