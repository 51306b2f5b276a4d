/** One operation as its client knows it, recorded before it was sent. */
export type Attempt = {
  key: string;
  kind: 'purchase' | 'top-up';
  voucherId: string;
  amount: number;
  acknowledged: boolean;
};

/** A movement in the database, with the operation that it records. */
export type Recorded = { reference: string; kind: string; amount: number };

export type Verdict = {
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Recorded, though no client ever requested it. */
  unasked: number;
  balancesOff: number;
};

/** Compares clients' knowledge with the database; the only arithmetic is adding up amounts. */
export function judge(
  attempts: readonly Attempt[],
  recorded: readonly Recorded[],
  balances: ReadonlyMap<string, number>,
): Verdict {
  const found = new Map<string, Recorded[]>();
  for (const one of recorded) found.set(one.reference, [...(found.get(one.reference) ?? []), one]);
  const asked = new Set(attempts.map(({ key }) => key));
  const left = new Map<string, number>();
  let lost = 0;
  let doubled = 0;
  for (const { key, kind, voucherId, amount, acknowledged } of attempts) {
    const here = found.get(key) ?? [];
    if (acknowledged && !here.some((one) => one.kind === kind && one.amount === amount)) lost += 1;
    if (here.length > 1) doubled += 1;
    if (here.length > 0)
      left.set(voucherId, (left.get(voucherId) ?? 0) + (kind === 'top-up' ? amount : -amount));
  }
  const balancesOff = [...left].filter(([voucher, sum]) => balances.get(voucher) !== sum).length;
  return {
    acknowledged: attempts.filter(({ acknowledged }) => acknowledged).length,
    lost,
    doubled,
    unasked: recorded.filter(({ reference }) => !asked.has(reference)).length,
    balancesOff,
  };
}

/** Returns whether no money was wrong. */
export function isRight({ lost, doubled, unasked, balancesOff }: Verdict): boolean {
  return [lost, doubled, unasked, balancesOff].every((count) => count === 0);
}
