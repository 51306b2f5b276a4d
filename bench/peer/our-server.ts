import { openPostgres } from '#src/server/store/postgres.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

/** Our whole server as a separate process over a migrated database, with quotas that one address does not reach. */
const database = await openPostgres({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  log: (level, message, fields) => console.error(level, message, fields),
});
const app = await openTestApp(database);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
