import fs from 'node:fs';

/**
 * Ends the whole process at once, from any thread, without running another line of it.
 * After a failed sync the kernel may have dropped the dirty pages, so that a later sync would report a success that
 * is none: the only safe reader of that disk is a new process doing crash recovery. The lock file stays behind
 * and is taken over from the dead process at the next start.
 */
export function stopProcess(reason: string): never {
  fs.writeSync(2, `Mercado Campesino se detiene para no perder dinero: ${reason}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal may reach another thread first: this one must not go on in the meantime.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
