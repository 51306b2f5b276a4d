import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * Below the outgoing ports of Linux, macOS and Windows, so that a server may be down for seconds and find its
 * port free.
 */
const [lowest, count] = [20_000, 12_000];

/** A UDP port, which ends with its process, reserves each TCP port that a test has chosen. */
const claimedBelow = 10_000;

/**
 * Returns a random port without a listener, because test files run in parallel. It is reserved until this
 * process ends: no other test chooses it, or tries it while a server is about to listen there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if ((await isClaimed(port)) && (await isFree(port))) return port;
  }
}

function isClaimed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const claim = createSocket('udp4').unref();
    claim.once('error', () => resolve(false));
    claim.bind({ port: port - claimedBelow, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
