import type { Plant } from '#src/server/store/embedded/plants.ts';
import { openEmbedded } from '#src/server/store/embedded/open-embedded.ts';

/*
 * A process of its own that opens the embedded database in the given folder, with the given planted faults, and
 * inserts rows. Says `open`, then the number of each row once it is acknowledged.
 */
const [dataDir = '', ...plants] = process.argv.slice(2);
const database = await openEmbedded(
  {
    dataDir,
    log: () => undefined,
    onFatal: (reason) => {
      process.stdout.write(`fatal: ${reason}\n`);
      process.exit(3);
    },
  },
  { plants: plants as Plant[] },
);
await database.query({ text: 'CREATE TABLE IF NOT EXISTS sale (id int8 PRIMARY KEY)' });
process.stdout.write('open\n');
const { rows } = await database.query<{ last: number }>({
  text: 'SELECT coalesce(max(id), 0) AS last FROM sale',
});
for (let id = (rows[0]?.last ?? 0) + 1; ; id += 1) {
  await database.query({ text: 'INSERT INTO sale VALUES ($1)', values: [id], name: 'sale' }, 'money');
  process.stdout.write(`${id}\n`);
}
