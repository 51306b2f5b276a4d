import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Number of further ports that are tried. */
const maxFurther = 20;

/**
 * Returns the first free port at `host` from `port` on; any for 0. Rejects with the system's own error when
 * this user may not listen there, when `host` is no address of this machine, or when all of them are taken.
 */
export async function firstFreePort(host: string, port: number): Promise<number> {
  const last = Math.min(port + maxFurther, 65_535);
  for (let tried = port; ; tried += 1) {
    try {
      return await tryPort(host, tried);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || tried >= last) throw error;
    }
  }
}

async function tryPort(host: string, port: number): Promise<number> {
  const probe = createServer();
  probe.listen(port, host);
  // 'error' makes it reject.
  await once(probe, 'listening');
  const { port: given } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return given;
}
