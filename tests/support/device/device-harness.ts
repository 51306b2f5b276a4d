import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { signIn } from '#src/client/api/sign-in.ts';
import { callSync, readBalanceList, readKeySet } from '#src/client/api/sync.ts';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import { readAuth } from '#src/client/state/session.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import type { ServerPort, SyncPorts } from '#src/client/sync/ports.ts';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import type { TokenPair } from '#src/contract/accounts/login.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { placeAsPerson, type Placed } from '#tests/support/market/place-as-person.ts';
import { password } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { commandPorts } from './command-ports.ts';
import { syncPorts } from './sync-ports.ts';

/** One device: its durable database, its clock, and a drain over the real API. */
export type Device = {
  db: MoneyDb;
  clock: { now: number };
  /** The object that its screens use. */
  commands(): Commands;
  place(placed: Placed): Promise<OpId>;
  drain(overrides?: Partial<SyncPorts> & { send?: ServerPort['send'] }): Promise<void>;
  status(opId: OpId): Promise<OperationStatus | undefined>;
  /** Kills and restarts the browser: only committed data is left. */
  restart(): void;
};

export function openDevice(operatorId: string, name: string = randomUUID()): Device {
  const device = { db: new MoneyDb(name) };
  const clock = { now: Date.now() };
  const commands = (): Commands =>
    createCommands(commandPorts(device.db, { clock: { now: () => clock.now } }));
  const ports = (send: ServerPort['send']): SyncPorts =>
    syncPorts({
      server: { send, sync: callSync, readKeys: readKeySet, readBalances: readBalanceList },
      clock: { now: () => clock.now, steady: () => ({ since: 0, ms: clock.now }), random: () => 0.5 },
      maySendFor: (operator) => operator === '' || operator === readAuth().user?.id,
    });
  return {
    get db() {
      return device.db;
    },
    clock,
    commands,
    place: (placed) => placeAsPerson(commands(), operatorId, placed),
    drain: async ({ send = sendOperation, ...overrides } = {}) => {
      await drainOnce(device.db, { ...ports(send), ...overrides });
    },
    status: (opId) => device.db.statuses.get(opId),
    restart: () => {
      device.db.close();
      device.db = new MoneyDb(name);
    },
  };
}

/** Listens on a free port and returns the origin. */
export async function listen(app: App): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

export async function signInAs(app: App, email: string, userType: string): Promise<TokenPair> {
  const { body } = await ask(app, 'POST', '/auth/login', { body: { email, password, userType } });
  const pair = { token: String(body['token']), refreshToken: String(body['refreshToken']) };
  if (!signIn(pair)) throw new Error('the token could not be read');
  return pair;
}
