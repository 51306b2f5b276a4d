import { Pool } from 'pg';
import { usualPool } from '#src/server/store/database.ts';

/** Opens as many connections as our server has for money. */
export function openPool(): Pool {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: usualPool.money });
  // A lost connection fails its query and leaves the pool; without listeners it would end the process.
  pool.on('error', (error) => console.error(error.message));
  pool.on('connect', (client) => client.on('error', (error) => console.error(error.message)));
  return pool;
}
