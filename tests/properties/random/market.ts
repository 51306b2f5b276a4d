import { randomUUID } from 'node:crypto';
import type { MarketId, MarketCode } from '#src/contract/brands.ts';
import { devicePrefixOf } from '#src/domain/voucher/voucher-proof.ts';
import { createAccessTokens } from '#src/server/http/access-tokens.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { insertPerson } from '#src/server/records/people.ts';
import { keyFor } from '#src/server/secrets/key-file.ts';
import type { Database } from '#src/server/store/database.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

export type Person = 'market' | 'stall' | 'point';

/**
 * A market of one sequence: its people are signed in, a tablet and a kiosk are enrolled, and one customer has
 * two rows.
 */
export type OwnMarket = {
  id: MarketId;
  ids: Record<Person, string>;
  customers: readonly [string, string];
  identificacion: string;
  tablet: RememberingDevice;
  kiosk: RememberingDevice;
  post(person: Person | 'holder', path: string, body: object, key?: string): Promise<Answer>;
  read(person: Person, path: string): Promise<Answer>;
};

/** As `openTestApp` derives it from its secret. */
const accessKey = keyFor(Buffer.alloc(32, 7), 'access-tokens');
let documents = 30_000_000;

export async function openOwnMarket(app: App, database: Database): Promise<OwnMarket> {
  const market = await openSmallMarket(database);
  const [id] = market.markets;
  const ids = { market: String(id), stall: market.stalls[0], point: market.point };
  documents += 1;
  const identificacion = String(documents);
  const second = randomUUID();
  const [now, until] = [new Date(), new Date(Date.now() + 3_600_000)];
  await insertPerson(database, {
    id: second,
    user_type: 'USUARIO',
    status: 'APROBADO',
    email: '',
    identificacion: second,
    owner_name: 'Nombre de prueba',
    phone: '',
    stall_name: '',
    password_hash: null,
    market_id: null,
    created_at: now,
  });
  // Like two rows from before documents had to be unique.
  await database.query({
    text: `update person set identificacion = $2, document_type = 'CC', document_number = $2, document_clash = id = $3
      where id = any ($1::uuid[])`,
    values: [[market.customer, second], identificacion, second],
  });
  await database.query({
    text: 'update market set refunds_on = true, refund_cap = 10000000 where id = $1',
    values: [id],
  });
  const families = { market: randomUUID(), stall: randomUUID(), point: randomUUID() };
  const people = Object.keys(ids) as Person[];
  await database.query({
    text: `insert into session_token (token_hash, family, person_id, issued_at, expires_at)
      select f::text, f, p, $3, $4 from unnest($1::uuid[], $2::uuid[]) as t (f, p)`,
    values: [people.map((person) => families[person]), people.map((person) => ids[person]), now, until],
  });
  const userTypes = { market: 'GLOBAL_MARKET', stall: 'ESTANTE', point: 'RECARGA' } as const;
  const accessTokens = createAccessTokens(accessKey, 60);
  const tokens = new Map<Person, string>();
  for (const person of people)
    tokens.set(
      person,
      await accessTokens.sign(
        {
          sub: ids[person],
          email: '',
          userType: userTypes[person],
          globalMarketId: '' as MarketCode,
          status: 'APROBADO',
          sessionVersion: 1,
          session: families[person],
        },
        now,
      ),
    );
  const token = (person: Person): string => tokens.get(person) ?? '';
  const enrolled = async (person: Person): Promise<RememberingDevice> => {
    const device = new SignedDevice(app);
    device.operatorId = ids[person];
    await database.query({
      text: `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq, head_hash, gaps)
        values ($1, $2, $3, 'Caja', $4, $5, 0, '', 0, '', '[]')`,
      values: [device.id, devicePrefixOf(device.id), id, device.publicKey, new Date(now.getTime() - 60_000)],
    });
    await database.query({
      text: 'insert into device_operator (device_id, person_id, enrolled_at, approved_at) values ($1, $2, $3, $3)',
      values: [device.id, ids[person], now],
    });
    return new RememberingDevice(device, token(person));
  };
  return {
    id,
    ids,
    customers: [market.customer, second],
    identificacion,
    tablet: await enrolled('stall'),
    kiosk: await enrolled('point'),
    post: (person, path, body, key = randomUUID()) =>
      ask(app, 'POST', path, {
        body,
        headers: { 'idempotency-key': key },
        ...(person === 'holder' ? {} : { token: token(person) }),
      }),
    read: (person, path) => ask(app, 'GET', path, { token: token(person) }),
  };
}
