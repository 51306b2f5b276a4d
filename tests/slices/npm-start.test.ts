import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { startByNpm, type NpmProgram } from '#tests/support/demo/npm-program.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const dataDir = temporaryFolder();
let started: NpmProgram | undefined;
afterAll(() => {
  started?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

it('npm start ends with npm: SIGTERM to npm alone leaves neither the server nor its PostgreSQL', async () => {
  started = await startByNpm(['start'], { dataDir, port: String(await freePort()) });
  expect(started.printed()).toContain('/primer-uso?token=');
  await started.terminate();
});
