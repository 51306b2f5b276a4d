import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const halfSentLogin =
  'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"email":';

describe('connections of one address', () => {
  const opened = databaseForSuite();

  async function open(environment: Record<string, string>) {
    const app = await openTestApp(opened.database, { environment });
    await app.listen({ port: 0, host: '0.0.0.0' });
    const { port } = app.server.address() as AddressInfo;
    const held: Socket[] = [];
    /** Opens a connection that sends half of a login, and resolves once it is open. */
    const openHalfSent = async (localAddress: string): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      // A connection that the server refuses ends in a reset, which this test provokes.
      socket.on('error', () => undefined);
      held.push(socket);
      await once(socket, 'connect');
      socket.write(halfSentLogin);
      return socket;
    };
    const health = (localAddress: string): Promise<number | string> =>
      new Promise((resolve) => {
        const call = request(
          { port, host: '127.0.0.1', localAddress, path: '/api/v1/health', agent: false },
          (response) => {
            response.resume();
            response.once('end', () => resolve(response.statusCode ?? 0));
          },
        );
        call.once('error', (error) => resolve(error.message));
        call.end();
      });
    const close = async (): Promise<void> => {
      for (const socket of held) socket.destroy();
      await app.close();
    };
    return { openHalfSent, health, close };
  }

  it('do not exclude another address by 300 half-sent logins', async () => {
    const { openHalfSent, health, close } = await open({ MAX_CONNECTIONS: '300' });
    await Promise.all(Array.from({ length: 300 }, () => openHalfSent('127.0.0.1')));
    expect(await health('127.0.0.2')).toBe(200);
    await close();
  });

  it('admit a caller on a full server by closing the oldest half-sent request', async () => {
    const { openHalfSent, health, close } = await open({ MAX_CONNECTIONS: '16' });
    const oldest = await openHalfSent('127.0.0.1');
    const ended = once(oldest, 'close');
    for (const host of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const own = `127.0.0.${host}`;
      await openHalfSent(own);
      if (host > 1) await openHalfSent(own);
    }
    expect(await health('127.0.0.9')).toBe(200);
    await ended;
    await close();
  });

  it('are not counted for a trusted proxy, which forwards those of all callers', async () => {
    const { openHalfSent, health, close } = await open({
      MAX_CONNECTIONS: '80',
      TRUST_PROXY: '127.0.0.1',
    });
    const proxied = await Promise.all(Array.from({ length: 20 }, () => openHalfSent('127.0.0.1')));
    const others = await Promise.all(Array.from({ length: 20 }, () => openHalfSent('127.0.0.2')));
    expect(await health('127.0.0.1')).toBe(200);
    await expect.poll(() => others.filter(({ closed }) => closed).length).toBe(10);
    expect(proxied.filter(({ closed }) => closed)).toEqual([]);
    await close();
  });
});

describe('callers that do not finish', () => {
  const opened = databaseForSuite();

  it('have their unfinished request ended, in its body as in its headers', async () => {
    const connectionLimits = { requestMs: 300, headersMs: 300, silenceMs: 30_000, checkMs: 50 };
    const app = await openTestApp(opened.database, { connectionLimits });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answerTo = async (request: string) => {
      let answer = '';
      for await (const chunk of connect(port, '127.0.0.1', function (this: Socket) {
        this.write(request);
      }))
        answer += String(chunk);
      return answer;
    };
    const answers = await Promise.all(
      [halfSentLogin, halfSentLogin.split('content-length')[0] ?? ''].map(answerTo),
    );
    for (const answer of answers) expect(answer).toContain('408 Request Timeout');
    await app.close();
  });
});
