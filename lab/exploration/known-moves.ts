import type { Parts } from './fingerprint.ts';
import type { Move } from './links.ts';
import type { SmallWorld } from './small-world.ts';

/**
 * Results of moves by the parts that they read: from another moment with the same parts a move has the same
 * result, whatever the other devices did meanwhile. The whole search assumes that moments with equal
 * fingerprints are equal; here the assumption is applied to their parts. A move to a known moment is then not
 * made again.
 */
export type KnownMoves = {
  /** Returns the parts after the move; null when it has to be made. */
  predict(small: SmallWorld, move: Move, from: Parts): Parts | null;
  note(small: SmallWorld, move: Move, from: Parts, to: Parts): void;
};

type Change = Pick<Parts, 'server' | 'paper'> & { device: string | undefined; request: string | undefined };

export function createKnownMoves(): KnownMoves {
  const changes = new Map<string, Change>();
  return {
    predict: (small, move, from) => {
      const place = placeOf(small, move);
      const change = changes.get(keyOf(small, move, from, place) ?? '');
      if (!change) return null;
      const { server, paper, device, request } = change;
      return {
        ...from,
        server: isAway(move) ? from.server : server,
        paper,
        devices: withAt(from.devices, place, device),
        requests: withAt(from.requests, place, request),
      };
    },
    note: (small, move, from, to) => {
      const place = placeOf(small, move);
      const key = keyOf(small, move, from, place);
      if (key === null) return;
      const { server, paper, devices, requests } = to;
      changes.set(key, { server, paper, device: devices[place], request: requests[place] });
    },
  };
}

/** Index of the only device that the move reads and writes; -1 for none. */
function placeOf(small: SmallWorld, { reach }: Move): number {
  const device = reach === 'whole' ? null : reach.device?.(small);
  return device ? small.world.devices.indexOf(device) : -1;
}

function isAway({ reach }: Move): boolean {
  return reach !== 'whole' && reach.isAway;
}

function keyOf(small: SmallWorld, move: Move, from: Parts, place: number): string | null {
  if (move.reach === 'whole') return null;
  const sender = move.sender?.(small);
  const repeated = sender ? from.requests[small.world.devices.indexOf(sender)] : '';
  const server = isAway(move) ? '' : from.server;
  return [move.name, from.devices[place], from.requests[place], server, repeated, from.paper].join('|');
}

function withAt(all: readonly string[], place: number, one: string | undefined): readonly string[] {
  return all.map((before, index) => (index === place && one !== undefined ? one : before));
}
