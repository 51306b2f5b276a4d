/** The link's effect on one request. `pass` is a good link. */
export type Fault =
  | 'pass'
  | 'drop-request'
  | 'drop-answer'
  | 'cut-body'
  | 'captive-portal'
  | 'proxy-404'
  | 'server-500'
  | 'busy-429';

/** Puts a faulty link between `fetch` and the server: faults are used in order, then the link is good. */
export function installFaultyLink(): { faults: Fault[]; sent: string[]; restore(): void } {
  const real = globalThis.fetch;
  const link = {
    faults: [] as Fault[],
    sent: [] as string[],
    restore: () => {
      globalThis.fetch = real;
    },
  };
  globalThis.fetch = async (input, init) => {
    const fault = link.faults.shift() ?? 'pass';
    link.sent.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    return throughLink(fault, () => real(input, init));
  };
  return link;
}

async function throughLink(fault: Fault, reach: () => Promise<Response>): Promise<Response> {
  switch (fault) {
    case 'pass':
      return reach();
    case 'drop-request':
      throw new TypeError('fetch failed');
    case 'drop-answer':
      await reach();
      throw new TypeError('fetch failed');
    case 'cut-body': {
      const whole = await (await reach()).text();
      return new Response(whole.slice(0, whole.length / 2), { status: 201 });
    }
    case 'captive-portal':
      return new Response('<html>Bienvenido al wifi</html>', { status: 200 });
    case 'proxy-404':
      return new Response('<html>Not found</html>', { status: 404 });
    case 'server-500':
      return new Response('upstream failed', { status: 502 });
    case 'busy-429':
      return new Response('{}', { status: 429, headers: { 'retry-after': '30' } });
  }
}
