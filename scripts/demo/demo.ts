import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '#src/server/config.ts';
import { startServer } from '#src/server/start-server.ts';
import { fillDatabase } from './fill-database.ts';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { demoAccounts, demoPassword } from './stories.ts';
import { seedDemo } from './seed-demo.ts';

/** `npm run demo`: builds, fills a folder of its own with a small market, and serves it. */
const environment = { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? 'data/demo' };

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

try {
  const config = readConfig(environment);
  await buildIfStale();
  const isNew = !config.databaseUrl && !existsSync(`${config.dataDir}/db`);
  if (isNew) process.stdout.write('Preparando el mercado de la demostración…\n');
  await fillDatabase(config, fail, async (database) => {
    await seedDemo({ database, publicUrl: config.publicUrl, now: () => new Date() });
  });
  const server = await startServer(config, {
    clientDir: resolve('dist/client'),
    onFatal: fail,
    isDemo: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  process.stdout.write(`\nMercado Campesino, demostración: ${config.publicUrl}\n\n`);
  for (const [email, type] of demoAccounts) process.stdout.write(`  ${email.padEnd(20)} ${type}\n`);
  process.stdout.write(`\n  Contraseña de todas: ${demoPassword}\n`);
  process.stdout.write(`  El administrador entra por ${config.publicUrl}/login/administrador\n\n`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
