import { prepareSetupToken } from '#src/server/nouns/accounts/registrations.ts';
import type { Database } from '#src/server/store/database.ts';
import { ask, type Asked } from '#tests/support/server/test-app.ts';

export const password = 'clave-segura';

/** Callers: anonymous, or a person of the first or the second ("other") market. */
export const askers = [
  'nobody',
  'ADMIN',
  'GLOBAL_MARKET',
  'RECARGA',
  'ESTANTE',
  'PROVEEDOR',
  'other GLOBAL_MARKET',
  'other RECARGA',
  'other ESTANTE',
] as const;
export type Asker = (typeof askers)[number];

export type TwoMarkets = {
  tokens: Record<Asker, string | undefined>;
  ids: Record<Exclude<Asker, 'nobody'>, string>;
  codes: { own: string; other: string };
  customer: { id: string; identificacion: string };
};

/**
 * Opens two approved markets, each with a stall and a top-up point, an administrator, a supplier and a
 * customer.
 */
export async function openTwoMarkets(app: Asked, database: Database): Promise<TwoMarkets> {
  const token = await prepareSetupToken(database);
  const register = async (
    path: string,
    fields: Record<string, unknown>,
  ): Promise<Record<string, unknown>> => {
    const answer = await ask(app, 'POST', path, { body: { phone: '3105550101', password, ...fields } });
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const admin = await register('/auth/primer-uso', {
    ownerName: 'Administra',
    email: 'admin@plaza.co',
    token,
  });
  const ids: Record<string, string> = { ADMIN: String(admin['_id']) };
  const codes: Record<string, string> = {};
  const supplier = await register('/proveedores/register', {
    ownerName: 'Semillas',
    email: 'proveedor@plaza.co',
  });
  ids['PROVEEDOR'] = String(supplier['_id']);
  for (const prefix of ['', 'other ']) {
    const mail = (name: string): string => `${prefix.trim()}${name}@plaza.co`;
    const market = await register('/auth/create-market', {
      ownerName: 'Amparo Restrepo',
      email: mail('mercado'),
      marketName: `Plaza ${prefix}`.trim(),
    });
    const globalMarketId = String(market['globalMarketId']);
    codes[prefix === '' ? 'own' : 'other'] = globalMarketId;
    await approveAll(database);
    const stall = {
      ownerName: 'Rosalba Giraldo',
      email: mail('estante'),
      estanteName: 'Rosalba',
      globalMarketId,
    };
    ids[`${prefix}ESTANTE`] = String((await register('/estantes/create-estantes', stall))['_id']);
    const point = { ownerName: 'Jairo Martínez', email: mail('recarga'), globalMarketId };
    ids[`${prefix}RECARGA`] = String((await register('/auth/create-recharger', point))['_id']);
    const { rows } = await database.query<{ id: string }>({
      text: 'select id from market where code = $1',
      values: [globalMarketId],
    });
    ids[`${prefix}GLOBAL_MARKET`] = rows[0]?.id ?? '';
  }
  await approveAll(database);
  const customer = await register('/auth/register', { ownerName: 'luz marina', identificacion: '24684521' });
  return {
    tokens: await signInAll(app),
    ids: ids as TwoMarkets['ids'],
    codes: codes as TwoMarkets['codes'],
    customer: { id: String(customer['_id']), identificacion: '24684521' },
  };
}

/** A fresh token for every person; earlier ones keep their validity. */
export async function signInAll(app: Asked): Promise<TwoMarkets['tokens']> {
  const tokens: Partial<TwoMarkets['tokens']> = {};
  const names: Record<string, string> = {
    ADMIN: 'admin',
    GLOBAL_MARKET: 'mercado',
    RECARGA: 'recarga',
    ESTANTE: 'estante',
    PROVEEDOR: 'proveedor',
  };
  for (const asker of askers) {
    const userType = asker.replace('other ', '');
    const email = `${asker.startsWith('other') ? 'other' : ''}${names[userType] ?? ''}@plaza.co`;
    if (asker === 'nobody') tokens[asker] = undefined;
    else
      tokens[asker] = String(
        (await ask(app, 'POST', '/auth/login', { body: { email, password, userType } })).body['token'],
      );
  }
  return tokens as TwoMarkets['tokens'];
}

async function approveAll(database: Database): Promise<void> {
  await database.query({ text: `update person set status = 'APROBADO'` });
}

/** A stall's registration data. A market has each name once. */
export const stallNamed = (email: string, globalMarketId: string) => ({
  ownerName: 'Yolanda Patiño',
  email,
  phone: '3105550101',
  password,
  estanteName: `Flores de ${email.trim()}`,
  globalMarketId,
});
