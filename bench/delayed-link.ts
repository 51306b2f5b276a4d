import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link with a long way to the server: every byte arrives `delayMs` later, in each direction. */
export type DelayedLink = {
  readonly url: string;
  /** Sets the link's target: the server's port. */
  lead: (port: number) => void;
  /** One way, ms. Change it only while nothing is on its way: earlier bytes would be overtaken. */
  delayMs: number;
  close: () => Promise<void>;
};

export async function openDelayedLink(): Promise<DelayedLink> {
  let target = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    carry(near, far, link);
    carry(far, near, link);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const link: DelayedLink = {
    url: `http://localhost:${port}`,
    lead: (to) => {
      target = to;
    },
    delayMs: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return link;
}

/** Data keeps its order and pace; an end or a break takes as long as the bytes. */
function carry(from: Socket, to: Socket, link: Pick<DelayedLink, 'delayMs'>): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), link.delayMs));
  from.once('end', () => setTimeout(() => to.end(), link.delayMs));
  from.once('error', () => setTimeout(() => to.destroy(), link.delayMs));
  from.once('close', () => setTimeout(() => to.destroy(), link.delayMs));
}
