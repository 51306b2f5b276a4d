import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { judge, type Attempt, type Verdict } from '../purchases/judge.ts';
import { buy } from './caller.ts';
import { face, type Side } from './sides.ts';

export type Losses = Pick<Verdict, 'acknowledged' | 'lost' | 'doubled' | 'unasked' | 'balancesOff'> & {
  /** Purchases whose second answer was another one than their first. */
  changed: number;
  /** Calls without a final answer, which were sent again under the same id. */
  retries: number;
  kills: number;
};

export const purchases = 1_000;
const callers = 16;
const price = 10;
/** After so many purchases the server is killed, or else loses its connections to PostgreSQL. */
const strikeEvery = 100;
const retryMs = 50;

/**
 * Sends 1,000 purchases while the server is killed and restarted, and loses its connections to PostgreSQL, in
 * turns. Each third has its own connection cut after 0 to 9 ms, is sent again until it is answered, and then
 * once more. Every call without an answer is repeated, like by a device. Compares the answers with the rows.
 */
export async function countLosses(side: Side): Promise<Losses> {
  const vouchers = await side.issue(50);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const attempts: Attempt[] = [];
  let changed = 0;
  let retries = 0;
  let kills = 0;
  let finished = 0;

  async function insist(key: string, voucher: string): Promise<string> {
    for (;;) {
      const reply = await buy(side, agent, { key, voucher, price }).catch((error: unknown) => ({
        status: 503,
        body: String(error),
      }));
      if (reply.status === 201) return reply.body;
      if (reply.status < 500) throw new Error(`${side.name} answered ${reply.status}: ${reply.body}`);
      retries += 1;
      await sleep(retryMs);
    }
  }

  async function purchase(n: number): Promise<void> {
    const voucher = vouchers[(n * 7) % vouchers.length] ?? '';
    const key = randomUUID();
    const attempt: Attempt = {
      key,
      kind: 'purchase',
      voucherId: voucher,
      amount: price,
      acknowledged: false,
    };
    attempts.push(attempt);
    const isRepeated = n % 3 === 0;
    // Its answer, if there was time for one, is not used.
    if (isRepeated)
      await buy(side, agent, { key, voucher, price, cutAfterMs: n % 10 }).catch(() => (retries += 1));
    const answer = await insist(key, voucher);
    attempt.acknowledged = true;
    if (isRepeated && codeIn(await insist(key, voucher)) !== codeIn(answer)) changed += 1;
    finished += 1;
    if (finished % strikeEvery === 0 && finished < purchases) await strike(finished / strikeEvery);
  }

  async function strike(turn: number): Promise<void> {
    if (turn % 2 === 0) return cutConnections(side);
    kills += 1;
    side.daemon.strike();
  }

  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < purchases) await purchase(next++);
    }),
  );
  agent.destroy();
  return { ...(await compare(side, vouchers, attempts)), changed, retries, kills };
}

function codeIn(body: string): unknown {
  return (JSON.parse(body) as Record<string, unknown>)['codeCompra'];
}

/** Ends every other session of this side's database, whatever it is doing. */
async function cutConnections({ database }: Side): Promise<void> {
  await database.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  });
}

async function compare(
  side: Side,
  vouchers: readonly string[],
  attempts: readonly Attempt[],
): Promise<Verdict> {
  const { rows } = await side.database.query<{ id: string; balance: number }>({
    text: 'select id, balance from voucher where id = any($1::uuid[])',
    values: [vouchers],
  });
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  const issued = vouchers.map((id) => ({ key: id, kind: 'top-up' as const, voucherId: id, amount: face }));
  const recorded = [
    ...(await side.recorded(vouchers)),
    ...issued.map(({ key, kind, amount }) => ({ reference: key, kind, amount })),
  ];
  const verdict = judge(
    [...issued.map((one) => ({ ...one, acknowledged: true })), ...attempts],
    recorded,
    balances,
  );
  return { ...verdict, acknowledged: verdict.acknowledged - issued.length };
}
