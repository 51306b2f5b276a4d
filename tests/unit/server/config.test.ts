import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#src/server/config.ts';

describe('TRUST_PROXY', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;

  it('takes addresses and ranges', () => {
    expect([trust(''), trust('false'), trust('0')]).toEqual([false, false, false]);
    expect(trust('loopback, 10.0.0.0/8,fd00::/8')).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8']);
  });

  it.each(['true', 'yes', '10.0.0.0/33', '10.0.0/8', '-1', 'loopback,'])(
    'refuses %s with a sentence',
    (value) => {
      expect(() => trust(value)).toThrow(/TRUST_PROXY: diga cuántos proxies hay delante/);
    },
  );

  it.each([
    ['1', '10.0.0.9'],
    ['2', '6.6.6.6'],
    ['loopback, 10.0.0.0/8', '6.6.6.6'],
    ['false', '127.0.0.1'],
  ])('as %s believes no address that the caller wrote beyond the proxies', async (value, ip) => {
    const app = Fastify({ trustProxy: trust(value) });
    app.get('/', (request) => request.ip);
    const headers = { 'x-forwarded-for': '1.1.1.1, 6.6.6.6, 10.0.0.9' };
    expect((await app.inject({ url: '/', headers })).body).toBe(ip);
  });
});
