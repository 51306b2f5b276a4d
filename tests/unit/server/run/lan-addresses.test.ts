import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { isReachable } from '#src/domain/demo-facts.ts';
import { lanAddresses, ownInterfaces, reachedAt } from '#src/server/run/lan-addresses.ts';

const at = (address: string, more: object = {}): NetworkInterfaceInfo[] => [
  { address, family: 'IPv4', internal: false, ...more } as NetworkInterfaceInfo,
];

it('the address for phones is one of a home network first, and none that no phone reaches', () => {
  const inner = {
    lo: at('127.0.0.1', { internal: true }),
    docker0: at('172.17.0.1'),
    en0: at('169.254.3.4'),
    en1: at('fe80::1', { family: 'IPv6' }),
  };
  expect(lanAddresses({ ...inner, eth0: at('203.0.113.7'), wlan0: at('192.168.1.20') })).toEqual([
    '192.168.1.20',
    '203.0.113.7',
  ]);
  expect(['http://192.168.1.20:3000', 'http://localhost:3000', 'http://[::1]:3000'].map(isReachable)).toEqual(
    [true, false, false],
  );
});

it('the address for phones is printed by a server that listens on all addresses, and by no other', () => {
  const own = 'https://127.0.0.1:4330';
  const phones = () => ['192.168.1.20'];
  expect(reachedAt(own, '0.0.0.0', phones)).toBe(`${own}, https://192.168.1.20:4330`);
  expect(reachedAt(own, '127.0.0.1', phones)).toBe(own);
});

it('a service that may not list its interfaces has no address for phones, and starts', () => {
  const forbidden = Object.assign(new Error('EAFNOSUPPORT'), { code: 'ERR_SYSTEM_ERROR' });
  const throwing = (error: Error) => () => {
    throw error;
  };
  expect(ownInterfaces(throwing(forbidden))).toEqual({});
  expect(() => ownInterfaces(throwing(new Error('other')))).toThrow('other');
});
