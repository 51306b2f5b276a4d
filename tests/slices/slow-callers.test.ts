import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

describe('callers that do not finish', () => {
  const opened = databaseForSuite();
  const limits = { requestMs: 300, headersMs: 300, silenceMs: 30_000, checkMs: 50 };

  async function open() {
    const app = await openTestApp(opened.database, { connectionLimits: limits });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const call = async (text: string): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    };
    return { app, call };
  }
  const readAll = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };

  it('have their unfinished request ended, in its body as in its headers', async () => {
    const { app, call } = await open();
    const head = 'POST /api/v1/sync HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const [inBody, inHead] = [await call(`${head}content-length: 900\r\n\r\n{"v":`), await call(head)];
    expect(await readAll(inBody)).toContain('408 Request Timeout');
    expect(await readAll(inHead)).toContain('408 Request Timeout');
    await app.close();
  });
});
