import { createServer, request, type Server } from 'node:http';

/** Serves every host name by its own cell, like deploy/Caddyfile.cells. `ports`: by the first part of the name. */
export function startFront(ports: ReadonlyMap<string, number>, port: number): Promise<Server> {
  const front = createServer((incoming, outgoing) => {
    const { host = '' } = incoming.headers;
    const cell = ports.get(host.split('.')[0] ?? '');
    if (cell === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: cell, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(503, { 'retry-after': '2' }).end());
    incoming.pipe(passed);
  });
  return new Promise((resolve) => {
    front.listen(port, '127.0.0.1', () => resolve(front));
  });
}
