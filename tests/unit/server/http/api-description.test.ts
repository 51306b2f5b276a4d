import pino from 'pino';
import { expect, it } from 'vitest';
import { createBareApp } from '#src/server/http/bare-app.ts';

it('is logged when it cannot be made, and the server goes on', async () => {
  const lines: string[] = [];
  const app = await createBareApp({
    config: {
      tls: undefined,
      trustProxy: false,
      maxConnections: 10,
      publicUrl: 'http://localhost',
      currencySymbol: '$',
    },
    logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  });
  app.swagger = () => {
    throw new Error('a schema without words');
  };
  await app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => lines.join(''), { timeout: 5_000 }).toContain('a schema without words');
  expect((await app.inject('/api/v1/openapi.json')).statusCode).toBe(500);
  await app.close();
});
