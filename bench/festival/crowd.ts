import { randomUUID } from 'node:crypto';
import { toMarketId, type MarketId } from '#src/protocol/brands.ts';
import { openMarketAccounts, openPersonAccount } from '#src/server/ledger/accounts.ts';
import { randomMarketCode } from '#src/server/ledger/ids.ts';
import type { Database } from '#src/server/store/database.ts';
import { insertPerson, type NewPerson } from '#src/server/store/records/people.ts';
import { slowHash } from '#src/server/store/secrets/slow-hash.ts';
import { password } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import type { HttpCaller } from './http-caller.ts';

export type Worker = { id: string; token: string; place: number };

/** A festival: one market, its manager, tills, top-up points and customers. */
export type Crowd = {
  marketId: MarketId;
  manager: Worker;
  tills: readonly Worker[];
  points: readonly Worker[];
  customers: readonly string[];
};

const customerCount = 2_000;

/** Inserts people into the tables, and signs in all staff over HTTP. */
export async function gather(
  database: Database,
  caller: HttpCaller,
  counts: { tills: number; points: number },
): Promise<Crowd> {
  const marketId = toMarketId(randomUUID());
  await database.query({
    text: 'insert into market (id, code, name, created_at) values ($1, $2, $3, now())',
    values: [marketId, randomMarketCode(), 'Festival'],
  });
  await openMarketAccounts(database, marketId);
  const passwordHash = await slowHash(password);
  let places = 0;
  const worker = async (userType: 'GLOBAL_MARKET' | 'ESTANTE' | 'RECARGA', id: string): Promise<Worker> => {
    const place = (places += 1);
    const email = `${userType.toLowerCase()}-${place}@festival.co`;
    const stallName = userType === 'ESTANTE' ? `Caja ${place}` : '';
    await insertPerson(
      database,
      person({
        id,
        user_type: userType,
        email,
        stall_name: stallName,
        market_id: marketId,
        password_hash: passwordHash,
      }),
    );
    if (userType === 'ESTANTE') await openPersonAccount(database, 'stall', id, marketId);
    if (userType === 'RECARGA') await openPersonAccount(database, 'cash', id, marketId);
    const answer = await ask(caller.from(place), 'POST', '/auth/login', {
      body: { email, password, userType },
    });
    if (answer.status !== 200) throw new Error(`sign-in: ${JSON.stringify(answer.body)}`);
    return { id, token: String(answer.body['token']), place };
  };
  const manager = await worker('GLOBAL_MARKET', marketId);
  const tills: Worker[] = [];
  for (let n = 0; n < counts.tills; n += 1) tills.push(await worker('ESTANTE', randomUUID()));
  const points: Worker[] = [];
  for (let n = 0; n < counts.points; n += 1) points.push(await worker('RECARGA', randomUUID()));
  const customers = Array.from({ length: customerCount }, () => randomUUID());
  for (const [n, id] of customers.entries())
    await insertPerson(
      database,
      person({ id, user_type: 'USUARIO', identificacion: String(10_000_000 + n) }),
    );
  return { marketId, manager, tills, points, customers };
}

function person(columns: Pick<NewPerson, 'id' | 'user_type'> & Partial<NewPerson>): NewPerson {
  return {
    status: 'APROBADO',
    owner_name: 'Gente del festival',
    phone: '3105550101',
    created_at: new Date(),
    ...columns,
  };
}
