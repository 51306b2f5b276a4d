import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { freePort } from '#tests/support/server/free-port.ts';
import { until } from './hand.ts';

/** One session of W3C WebDriver: a call returns its value, or fails with the driver's own text. */
export type WebDriverSession = {
  call: <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>;
  end: () => Promise<void>;
};

const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

/** Debian's path of WebKitGTK's small browser, in any version; undefined when a part of it is missing. */
export function findMiniBrowser(): string | undefined {
  const libraries = '/usr/lib/x86_64-linux-gnu';
  if (!existsSync(driver) || !existsSync(display) || !existsSync(libraries)) return undefined;
  const folders = readdirSync(libraries).filter((name) => name.startsWith('webkit2gtk-'));
  return folders.map((name) => `${libraries}/${name}/MiniBrowser`).find((path) => existsSync(path));
}

/** The driver has no time limit for a page that hangs. */
const callTimeoutMs = 30_000;

/** A separate MiniBrowser with empty storage, on a virtual display. */
export async function startMiniBrowser(binary: string): Promise<WebDriverSession> {
  const [port, screen] = [await freePort(), 100 + Math.floor(Math.random() * 800)];
  const processes = [
    spawn(display, [`:${screen}`, '-screen', '0', '1400x1500x24'], { stdio: 'ignore' }),
    spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${screen}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    }),
  ];
  const call: WebDriverSession['call'] = async <Value>(method: string, path: string, body?: object) => {
    const address = `http://127.0.0.1:${port}${path}`;
    const signal = AbortSignal.timeout(callTimeoutMs);
    const answer = await fetch(address, {
      method,
      signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
      throw new Error(`the page hangs: no answer to ${path} in ${callTimeoutMs / 1000} s`, { cause });
    });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const isUp = () =>
    call<{ ready: boolean }>('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    );
  await until(isUp, 'WebKitWebDriver');
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities });
  return {
    call: (method, path, body) => call(method, `/session/${sessionId}${path}`, body),
    async end() {
      // A page that hangs does not answer this either; its process ends soon after the driver's.
      try {
        await call('DELETE', `/session/${sessionId}`);
      } finally {
        for (const one of processes) one.kill();
      }
    },
  };
}
