import { once } from 'node:events';
import { startTestCluster } from './test-cluster.ts';

/**
 * Holds the PostgreSQL of a whole test run: prints its address, and stops it once standard input ends. That
 * also happens when the run is killed.
 */
const { cluster, stop } = await startTestCluster();
process.stdout.write(`${JSON.stringify(cluster)}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await stop();
