import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { endWithNpm } from '#scripts/end-with-npm.ts';
import { buildVersion } from '#scripts/release/build-version.ts';
import { isReachable } from '#src/domain/demo-facts.ts';
import { readConfig, type Config } from '#src/server/run/config.ts';
import { lanAddresses } from '#src/server/run/lan-addresses.ts';
import { sayStartFault } from '#src/server/run/start-faults.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { fillDatabase } from './fill-database.ts';
import { firstFreePort } from './free-port.ts';
import { greetVisitor } from './greet-visitor.ts';
import { programTexts as program } from './program-texts.ts';
import { readDemoFacts } from './read-facts.ts';
import { seedDemo } from './seed-demo.ts';

/*
 * `npm run demo`: builds the app, fills a separate data folder with a small market and serves it. With `-- --lan`, phones
 * on the same network reach it too.
 */
function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function readFlags(): { lan: boolean } {
  try {
    return parseArgs({ options: { lan: { type: 'boolean', default: false } } }).values;
  } catch {
    // The error of parseArgs names an unknown word; the usage lists the known ones.
    return fail(program.usage);
  }
}

type Environment = Record<string, string | undefined>;

function readEnvironment(): Environment {
  const environment = { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? 'data/demo' };
  return readFlags().lan ? { HOST: '0.0.0.0', ...environment } : environment;
}

/** With --lan the address in every QR is reachable from a phone, unless PUBLIC_URL names another. */
function withPort(environment: Environment, port: number): Environment {
  const moved = { ...environment, PORT: String(port) };
  if (!readFlags().lan || environment['PUBLIC_URL']) return moved;
  const address = lanAddresses()[0] ?? fail(program.noNetwork);
  return { ...moved, PUBLIC_URL: `http://${address}:${port}` };
}

function configOf(environment: Environment): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

endWithNpm();
const environment = readEnvironment();
const wished = configOf(environment);
try {
  const port = await firstFreePort(wished.host, wished.port);
  const config = configOf(withPort(environment, port));
  if (port !== wished.port) process.stdout.write(`${program.moved(wished.port, port)}\n`);
  await buildIfStale();
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/db`))
    process.stdout.write(`${program.preparing}\n`);
  const facts = await fillDatabase(config, fail, async (database) => {
    const deps = { database, publicUrl: config.publicUrl, now: () => new Date() };
    await seedDemo(deps);
    return readDemoFacts(deps);
  });
  const server = await startServer(config, {
    clientDir: resolve('dist/client'),
    onFatal: fail,
    isDemo: true,
    version: buildVersion(),
    ...(facts ? { demoFacts: JSON.stringify(facts) } : {}),
  });
  const stop = (): void =>
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // On this machine by its short name: with the address for phones the browser allows neither camera nor
  // storage.
  const here = isReachable(config.publicUrl) && !config.tls ? `http://localhost:${port}` : config.publicUrl;
  process.stdout.write(greetVisitor({ here, publicUrl: config.publicUrl, hasSteps: facts !== null }));
} catch (error) {
  fail(sayStartFault(error, wished));
}
