import { randomUUID } from 'node:crypto';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { toAmount, toMarketId, toVoucherId, type MarketId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import { openMarketAccounts, openPersonAccount } from '#src/server/ledger/accounts.ts';
import { randomMarketCode } from '#src/server/ledger/ids.ts';
import { recordTopUp } from '#src/server/nouns/topups/top-ups.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { Database } from '#src/server/store/database.ts';
import { insertPerson, type NewPerson } from '#src/server/store/records/people.ts';

export type SmallMarket = Awaited<ReturnType<typeof openSmallMarket>>;

/** Inserts people without passwords, for tests of money rather than sign-in. */
export async function openSmallMarket(database: Database) {
  const markets = [await addMarket(database), await addMarket(database)] as const;
  const stalls = [await addStall(database, markets[0]), await addStall(database, markets[1])] as const;
  const point = randomUUID();
  await insertPerson(database, person({ id: point, user_type: 'RECARGA', market_id: markets[0] }));
  await openPersonAccount(database, 'cash', point, markets[0]);
  const customer = randomUUID();
  await insertPerson(database, person({ id: customer, user_type: 'USUARIO', identificacion: customer }));
  const now = (): Date => new Date();
  const topUps = {
    database,
    now,
    voucherLinks: createVoucherLinks({ database, now, publicUrl: 'http://localhost' }),
    topUpMax: 2_000_000,
    voucherLife: endless,
  };
  return {
    database,
    purchases: createPurchaseQueue(database, now),
    /** Two markets, so that clearing between them is exercised. */
    markets,
    /** Stalls of the first and of the second market. */
    stalls,
    point,
    customer,
    /** Issues a voucher of the first market with this balance; returns its uuid. */
    issue: async (monto: number) => {
      const uuid = toVoucherId(randomUUID());
      const answer = await recordTopUp(
        topUps,
        { monto: toAmount(monto), uuid, clientId: customer },
        { id: point, marketId: markets[0] },
        undefined,
      );
      if (answer.kind !== 'done') throw new Error(`the top-up was refused: ${answer.code}`);
      return uuid;
    },
  };
}

async function addMarket(database: Database): Promise<MarketId> {
  const id = toMarketId(randomUUID());
  await insertMarket(database, id);
  await openMarketAccounts(database, id);
  await insertPerson(database, person({ id, user_type: 'GLOBAL_MARKET', market_id: id }));
  return id;
}

/** Thousands of markets in one database may draw the same code, so a taken one is drawn again. */
async function insertMarket(database: Database, id: MarketId): Promise<void> {
  const { rowCount } = await database.query({
    // Tills' ceilings are tested elsewhere, so none applies here.
    text: `insert into market (id, code, name, created_at, till_ceiling) values ($1, $2, $3, $4, 1000000000000)
      on conflict (code) do nothing`,
    values: [id, randomMarketCode(), `Mercado ${id.slice(0, 4)}`, new Date()],
  });
  if (rowCount === 0) await insertMarket(database, id);
}

async function addStall(database: Database, marketId: MarketId): Promise<string> {
  const id = randomUUID();
  await insertPerson(
    database,
    person({ id, user_type: 'ESTANTE', market_id: marketId, stall_name: `Estante ${id.slice(0, 4)}` }),
  );
  await openPersonAccount(database, 'stall', id, marketId);
  return id;
}

function person(columns: Pick<NewPerson, 'id' | 'user_type'> & Partial<NewPerson>): NewPerson {
  return {
    status: 'APROBADO',
    owner_name: 'Nombre de prueba',
    created_at: new Date(),
    ...columns,
  };
}
