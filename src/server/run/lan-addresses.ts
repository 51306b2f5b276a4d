import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** Network interfaces inside this machine, which no phone can reach. */
const inner = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|zt|tailscale|vEthernet)/i;
const home = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** Returns the IPv4 addresses by which another device can reach this machine, those of home networks first. */
export function lanAddresses(
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>> = ownInterfaces(),
): string[] {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !inner.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address);
  const atHome = home.flatMap((range) => addresses.filter((address) => range.test(address)));
  return [...new Set([...atHome, ...addresses])];
}

/**
 * Returns this machine's interfaces; none if the service may not read them (RestrictAddressFamilies of
 * systemd).
 */
export function ownInterfaces(ask = networkInterfaces): ReturnType<typeof networkInterfaces> {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR') return {};
    throw error;
  }
}

/**
 * Returns the addresses of a server that listens on `host`: `url`, and if it listens on all addresses, those
 * of the network as well.
 */
export function reachedAt(url: string, host: string, addresses = lanAddresses): string {
  if (host !== '0.0.0.0' && host !== '::') return url;
  return [url, ...addresses().map((address) => url.replace('127.0.0.1', address))].join(', ');
}
