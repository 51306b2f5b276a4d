import { againstPgbench } from './against-pgbench.ts';
import { groupCommit } from './group-commit.ts';

await againstPgbench();
await groupCommit();
