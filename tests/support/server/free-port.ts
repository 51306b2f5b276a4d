import { createServer } from 'node:net';

/** Below what Linux, macOS and Windows take for outgoing connections: a server may be down for seconds and find its port free. */
const [lowest, count] = [20_000, 12_000];

/** A port nobody listens on. Chosen by chance, because files of tests run beside each other. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
