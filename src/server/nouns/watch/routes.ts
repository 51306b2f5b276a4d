import type { Context, NounPlugin } from '#src/server/context.ts';
import type { Position } from '#src/server/ledger/commit-order.ts';
import { checkNames } from '#src/server/run/postgres/backup/check-notes.ts';
import { startRepeating } from '#src/server/run/repeating.ts';
import type { Meters } from './meters.ts';
import { readMoved, readServerState, type ServerState } from './reads.ts';

/** Copies the state of the database into the metrics until the server stops, if the server is watched. */
export const watchRoutes: NounPlugin = async (app, { context }) => {
  if (!context.isWatched) return;
  const readState = () => readServerState(context);
  const stop = startRepeating(
    createLook({ ...context, readState }),
    (error) => app.log.warn({ err: error }, 'the state of the database could not be read'),
    watchEveryMs,
  );
  app.addHook('onClose', stop);
};

type WatchDeps = Pick<Context, 'database' | 'meters'> & { readState: () => Promise<ServerState> };

const watchEveryMs = 15_000;

/**
 * Returns a function that copies the state of the database into the metrics. It runs on a timer, so that a
 * scrape never waits for the database: during an outage the figures stay, and
 * `mercado_state_read_timestamp_seconds` reveals their age. Movements are counted from the first reading on.
 */
export function createLook({ database, meters, readState }: WatchDeps): () => Promise<void> {
  let from: Position | null = null;
  return async () => {
    const moved = await readMoved(database, from);
    from = moved.next;
    for (const { kind, count, amount } of moved.kinds) {
      meters.movements.inc({ kind }, count);
      meters.moved.inc({ kind }, amount);
    }
    show(meters, await readState());
  };
}

function show(meters: Meters, state: ServerState): void {
  const now = state.asOf.getTime();
  const age = (at: Date | null): number => (at === null ? 0 : Math.max(0, (now - at.getTime()) / 1_000));
  for (const name of ['waiting', 'overspend', 'review'] as const) {
    const { count, oldestAt } = state.openPurchases[name];
    meters.reviews.set({ state: name }, count);
    meters.reviewAge.set({ state: name }, age(oldestAt));
  }
  meters.missing.set(state.openPurchases.overspend.missing);
  meters.devices.set(state.devices.inUse);
  meters.owing.set(state.devices.owing);
  meters.silent.set(state.devices.silent);
  meters.faulty.set(state.devices.faulty);
  meters.foldBehind.set(state.fold.movements);
  meters.foldAge.set(age(state.fold.oldestAt));
  meters.databaseBytes.set(state.bytes);
  if (state.freeBytes !== null) meters.diskFree.set(state.freeBytes);
  for (const check of checkNames) {
    const found = state.checks[check];
    meters.checkAt.set({ check }, found === null ? 0 : Date.parse(found.at) / 1_000);
    meters.checkOk.set({ check }, found?.isOk === true ? 1 : 0);
  }
  meters.readAt.set(now / 1_000);
}
