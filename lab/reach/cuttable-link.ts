import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The line between a device and the server: while it is cut, connections are refused as by a stopped server.
 */
export type CuttableLink = {
  readonly port: number;
  cut: () => Promise<void>;
  /** Restores it; does nothing when it was not cut. */
  mend: () => Promise<void>;
  end: () => Promise<void>;
};

/** Listens on a separate port and forwards to `target`; `cut` also ends running connections. */
export async function layLink(port: number, target: () => number): Promise<CuttableLink> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target(), '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      // A cut side ends the other one.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  await listen();
  return {
    port: (server.address() as AddressInfo).port,
    cut: close,
    mend: async () => (server.listening ? undefined : listen()),
    end: async () => (server.listening ? close() : undefined),
  };
}
