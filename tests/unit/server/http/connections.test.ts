import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { boundConnections } from '#src/server/http/connections.ts';

const whole = 'GET /held HTTP/1.1\r\nhost: x\r\n\r\n';
const half = 'POST /held HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{';

/** A server that answers on request. */
function heldServer(make: (handler: (...call: [unknown, ServerResponse]) => void) => Server) {
  const waiting: ServerResponse[] = [];
  const server = make((_request, response) => waiting.push(response));
  boundConnections(server, { max: 16, isProxy: () => false });
  return { server, waiting };
}

describe.each(['http', 'https'] as const)('bounded connections over %s', (protocol) => {
  const sockets: Socket[] = [];
  let server: Server;

  async function start() {
    const pair = await generate([{ name: 'commonName', value: 'x' }], { keyType: 'ec', algorithm: 'sha256' });
    const held = heldServer((handler) =>
      protocol === 'http'
        ? createServer(handler)
        : createSecureServer({ cert: pair.cert, key: pair.private }, handler),
    );
    server = held.server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    /** Resolves once the server has read the request, or has closed the connection. */
    const call = async (host: number, text: string): Promise<Socket> => {
      const raw = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${host}` });
      const socket = protocol === 'http' ? raw : connectSecurely({ socket: raw, rejectUnauthorized: false });
      for (const each of [raw, socket]) each.on('error', () => undefined);
      sockets.push(raw);
      const before = held.waiting.length;
      socket.write(text);
      await expect.poll(() => socket.closed || held.waiting.length > before).toBe(true);
      return socket;
    };
    return { ...held, call };
  }

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  it("closes an address's new connection when all its others are being answered", async () => {
    const { call } = await start();
    const served = [await call(1, whole), await call(1, whole)];
    const further = await call(1, whole);
    expect([...served, further].map(({ closed }) => closed)).toEqual([false, false, true]);
  });

  it("closes an address's oldest half-sent request, and no answer under way", async () => {
    const { call } = await start();
    const [served, halfSent] = [await call(1, whole), await call(1, half)];
    const further = await call(1, whole);
    await expect.poll(() => halfSent.closed).toBe(true);
    expect([served.closed, further.closed]).toEqual([false, false]);
  });

  it('counts a connection as idle, and closable, once its answer has left', async () => {
    const { call, waiting } = await start();
    const idle = await call(1, whole);
    waiting[0]?.end('done');
    await once(idle, 'data');
    const served = [await call(1, whole), await call(1, whole)];
    await expect.poll(() => idle.closed).toBe(true);
    expect(served.map(({ closed }) => closed)).toEqual([false, false]);
  });

  it("closes a server's new connection when every other is being answered", async () => {
    const { call } = await start();
    for (let each = 0; each < 16; each += 1) await call(1 + Math.floor(each / 2), whole);
    const further = await call(9, whole);
    expect(further.closed).toBe(true);
    expect(sockets.filter(({ closed }) => closed)).toHaveLength(1);
  });
});
