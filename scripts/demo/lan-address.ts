import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** Networks of machines inside this one: no phone is in them. */
const inner = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|zt|tailscale|vEthernet)/i;
const home = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** Returns the IPv4 address by which a phone in the same network reaches this machine; null where there is none. */
export function lanAddress(
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>> = networkInterfaces(),
): string | null {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !inner.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address);
  const [first = null] = home.flatMap((range) => addresses.filter((address) => range.test(address)));
  return first ?? addresses[0] ?? null;
}
