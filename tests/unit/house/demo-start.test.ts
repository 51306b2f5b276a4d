import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { firstFreePort } from '#scripts/demo/free-port.ts';
import { isReachable } from '#src/domain/demo-facts.ts';
import { lanAddresses, ownInterfaces, reachedAt } from '#src/server/lan-addresses.ts';

const address = (ip: string, more: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo[] => [
  {
    address: ip,
    netmask: '255.255.255.0',
    family: 'IPv4',
    mac: '00:00:00:00:00:00',
    internal: false,
    cidr: null,
    ...more,
  } as NetworkInterfaceInfo,
];

describe("the demo's port", () => {
  it('is the requested one while it is free, and a later one while it is taken', async () => {
    const wished = await firstFreePort('127.0.0.1', 0);
    expect(await firstFreePort('127.0.0.1', wished)).toBe(wished);
    const other = createServer().listen(wished, '127.0.0.1');
    await once(other, 'listening');
    const next = await firstFreePort('127.0.0.1', (other.address() as AddressInfo).port);
    expect(next).toBeGreaterThan(wished);
    expect(next).toBeLessThanOrEqual(wished + 20);
    other.close();
  });

  it('is not looked for when the address is not on this machine', async () => {
    await expect(firstFreePort('203.0.113.7', 3000)).rejects.toThrow('EADDRNOTAVAIL');
  });

  it('is checked before anything is built, and its fault is the one sentence of npm start', () => {
    const demo = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/demo/demo.ts'], {
      encoding: 'utf8',
      env: { ...process.env, HOST: '203.0.113.7' },
    });
    expect([demo.status, demo.stdout]).toEqual([1, '']);
    expect(demo.stderr).toMatch(/^HOST: «203\.0\.113\.7» no es una dirección de este equipo\. .*\n$/);
  });

  it('rejects an unknown argument', () => {
    const demo = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/demo/demo.ts', '--wifi'], {
      encoding: 'utf8',
    });
    expect([demo.status, demo.stderr]).toEqual([1, 'Uso: npm run demo [-- --lan]\n']);
  });
});

describe('the address for phones', () => {
  it('prefers one of a home network', () => {
    expect(lanAddresses({ eth0: address('203.0.113.7'), wlan0: address('192.168.1.20') })).toEqual([
      '192.168.1.20',
      '203.0.113.7',
    ]);
  });

  it('ignores those of this machine alone, of a container network or without a lease', () => {
    expect(
      lanAddresses({
        lo: address('127.0.0.1', { internal: true }),
        docker0: address('172.17.0.1'),
        en0: address('169.254.3.4'),
        en1: address('fe80::1', { family: 'IPv6', scopeid: 1 }),
      }),
    ).toEqual([]);
  });

  it('is printed by a server that listens on all addresses, and by no other', () => {
    const at = () => ['192.168.1.20'];
    expect(reachedAt('https://127.0.0.1:4330', '0.0.0.0', at)).toBe(
      'https://127.0.0.1:4330, https://192.168.1.20:4330',
    );
    const never = () => expect.unreachable('one address needs no other');
    expect(reachedAt('https://127.0.0.1:4330', '127.0.0.1', never)).toBe('https://127.0.0.1:4330');
  });

  it('is missing where a service may not list the interfaces, without ending the server', () => {
    const forbidden = Object.assign(new Error('uv_interface_addresses returned EAFNOSUPPORT'), {
      code: 'ERR_SYSTEM_ERROR',
    });
    const throwing = (error: Error) => () => {
      throw error;
    };
    expect(ownInterfaces(throwing(forbidden))).toEqual({});
    expect(() => ownInterfaces(throwing(new Error('other')))).toThrow('other');
  });

  it('is distinguished from one that only this machine reaches', () => {
    expect(['http://192.168.1.20:3000', 'https://demo.example.co'].map(isReachable)).toEqual([true, true]);
    expect(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'].map(isReachable)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
