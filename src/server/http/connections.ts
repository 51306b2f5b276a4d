import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './address.ts';

/** Share of all connections that one address may hold. */
const shareOfOneAddress = 1 / 8;

export type ConnectionQuota = {
  /** Maximum of open connections; beyond it, one is closed for each new one. */
  max: number;
  /** True for a proxy: it carries callers of many addresses and has no share. */
  isProxy: (address: string) => boolean;
};

type Connection = {
  socket: Socket;
  /** Null for a proxy. */
  address: string | null;
  /** The request that is arriving or being answered; null before the first and between two. */
  request: IncomingMessage | null;
};

/**
 * Limits the open connections of a server, in total and per address. A new connection replaces the oldest one
 * without a complete request. Half-sent requests and idle connections end first, and a running answer is
 * never cut. If every connection is being answered, the new one is closed.
 */
export function boundConnections(server: Server, { max, isProxy }: ConnectionQuota): void {
  const maxOfAddress = Math.max(1, Math.floor(max * shareOfOneAddress));
  // In the order of opening. Keyed by the peer, because behind TLS a request has a different socket than the
  // connection.
  const open = new Map<string, Connection>();
  const openOf = new Map<string, Set<string>>();

  function forget(peer: string): void {
    const connection = open.get(peer);
    if (!connection) return;
    open.delete(peer);
    if (connection.address === null) return;
    const ofAddress = openOf.get(connection.address);
    ofAddress?.delete(peer);
    if (ofAddress?.size === 0) openOf.delete(connection.address);
  }

  /** Returns false if every one of these is being answered. */
  function closeOldestWaiting(peers: Iterable<string>): boolean {
    for (const peer of peers) {
      const connection = open.get(peer);
      if (!connection || connection.request?.complete) continue;
      forget(peer);
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  function makeRoom(address: string | null): boolean {
    const ofAddress = address === null ? undefined : openOf.get(address);
    if (ofAddress && ofAddress.size >= maxOfAddress) return closeOldestWaiting(ofAddress);
    return open.size < max || closeOldestWaiting(open.keys());
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    const address = isProxy(remoteAddress) ? null : addressKey(remoteAddress);
    if (!makeRoom(address)) return void socket.destroy();
    const peer = peerOf(socket);
    open.set(peer, { socket, address, request: null });
    if (address !== null) openOf.set(address, (openOf.get(address) ?? new Set()).add(peer));
    socket.once('close', () => {
      if (open.get(peer)?.socket === socket) forget(peer);
    });
  });

  server.on('request', (request, response) => {
    const connection = open.get(peerOf(request.socket));
    if (!connection) return;
    connection.request = request;
    response.once('close', () => {
      if (connection.request === request) connection.request = null;
    });
  });
}

function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
