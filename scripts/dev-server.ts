import { resolve } from 'node:path';
import { readConfig } from '#src/server/run/config.ts';
import { sayStartFault } from '#src/server/run/start-faults.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { endWithNpm } from './end-with-npm.ts';
import { buildVersion } from './release/build-version.ts';

/* The API of `npm run dev`: a demo's server, started anew at each change of a source. */
function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

endWithNpm();
const config = readConfig(process.env);
try {
  const server = await startServer(config, {
    clientDir: resolve('dist/client'),
    onFatal: fail,
    isDemo: true,
    version: buildVersion(),
    demoFacts: process.env['DEMO_FACTS'] ?? '',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () =>
        void server.stop().then(
          () => process.exit(0),
          (error: unknown) => fail(String(error)),
        ),
    );
} catch (error) {
  fail(sayStartFault(error, config));
}
