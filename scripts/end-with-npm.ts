const lookEveryMs = 500;

/**
 * Ends this process when the npm that started it ends. A signal to npm only reaches its shell: without this
 * the server and its PostgreSQL would stay. A program that npm did not start (systemd, a container, `node` by
 * hand) is left alone. On Windows the parent's id never changes, but there the console ends all of them
 * together.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
