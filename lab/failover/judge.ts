/** One operation as its client knows it, recorded before it was sent. */
export type Attempt = {
  key: string;
  kind: 'purchase' | 'top-up';
  voucherId: string;
  amount: number;
  acknowledged: boolean;
};

/** A movement in the database: its operation, and its event. */
export type Recorded = { reference: string; kind: string; id: string; amount: number };

export type Verdict = {
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Recorded, though no client ever requested it. */
  unasked: number;
  balancesOff: number;
  /** By watcher. */
  eventsMissing: number[];
};

/** Compares clients' knowledge with the database; the only arithmetic is adding up amounts. */
export function judge(
  attempts: readonly Attempt[],
  recorded: readonly Recorded[],
  balances: ReadonlyMap<string, number>,
  seen: readonly ReadonlySet<string>[],
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
    eventsMissing: seen.map((ids) => recorded.filter(({ id }) => !ids.has(id)).length),
  };
}

/** Returns whether no money was wrong, and nothing that was shown. */
export function isRight({ lost, doubled, unasked, balancesOff, eventsMissing }: Verdict): boolean {
  return [lost, doubled, unasked, balancesOff, ...eventsMissing].every((count) => count === 0);
}
