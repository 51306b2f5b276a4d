import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { DayClose } from '#src/contract/cash/schemas.ts';

/** A market's day begins at five in the morning of Greenwich, all year. */
const dayBeginsMs = 5 * 3_600_000;

export function dayOf(at: number): string {
  return new Date(at - dayBeginsMs).toISOString().slice(0, 10);
}

/** Balances of each account kind of a market before and after this day, by the commits until now. */
export function bookOfDay({ server }: SimWorld, marketId: string, day: string): Map<string, number> {
  const book = new Map<string, number>();
  const add = (name: string, amount: number): void => void book.set(name, (book.get(name) ?? 0) + amount);
  for (const { id, legs } of server.ledger.movements.values()) {
    const on = dayOf(server.ledger.movedAt.get(id) ?? 0);
    for (const { account, amount } of legs) {
      if (account.marketId !== marketId || on > day) continue;
      if (on < day) add(`${account.kind} before`, amount);
      add(`${account.kind} after`, amount);
    }
  }
  return book;
}

/** The stored figures are those of their moment. A commit may have happened during the addition. */
export function judgeFigures(
  world: SimWorld,
  figures: string,
  books: readonly Map<string, number>[],
): Map<string, number> {
  const { accounts } = JSON.parse(figures) as Pick<DayClose, 'accounts'>;
  const said = new Map(
    accounts.flatMap(({ account, before, after }): [string, number][] => [
      [`${account} before`, before],
      [`${account} after`, after],
    ]),
  );
  const isOf = (book: ReadonlyMap<string, number>): boolean =>
    [...new Set([...book.keys(), ...said.keys()])].every(
      (name) => (book.get(name) ?? 0) === (said.get(name) ?? 0),
    );
  const own = books.find(isOf);
  if (!own) world.violate('20', 'a day was closed with figures that are not its own');
  return own ?? new Map();
}

/** A closed day stays as it was, and exactly the later movements are shown as later. */
export function judgeClosed(
  world: SimWorld,
  closed: { marketId: string; day: string; figures: string; book: ReadonlyMap<string, number> },
  now: { isClosed: boolean; figures: string; later: DayClose['later'] },
): void {
  if (!now.isClosed) world.violate('20', 'a day that was closed is open again');
  if (now.figures !== closed.figures) world.violate('20', 'the figures of a closed day have changed');
  const book = bookOfDay(world, closed.marketId, closed.day);
  const moved = (from: ReadonlyMap<string, number>, account: string): number =>
    (from.get(`${account} after`) ?? 0) - (from.get(`${account} before`) ?? 0);
  const later = new Map<string, number>();
  for (const { account, total } of now.later) later.set(account, (later.get(account) ?? 0) + total);
  const names = [...book.keys(), ...closed.book.keys()].map((name) => name.split(' ')[0] ?? '');
  for (const account of new Set([...names, ...later.keys()])) {
    const since = moved(book, account) - moved(closed.book, account);
    if (since !== 0) world.reach('something booked on a day that was closed');
    if ((later.get(account) ?? 0) !== since)
      world.violate(
        '20',
        `a closed day says ${later.get(account) ?? 0} of ${account} came later where ${since} did`,
      );
  }
}
