import { setTimeout } from 'node:timers/promises';
import type { TokenPair } from '#src/contract/accounts/login.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserPage } from '#src/contract/accounts/user-list.ts';
import type { SignInType } from '#src/contract/accounts/user-type.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { RunningMarket } from './running-market.ts';

export const password = 'clave-segura';

/** A person who signs in, by the fields of the login screen. */
export type Person = { readonly email: string; readonly userType: SignInType; readonly name: string };

export const people = {
  admin: { email: 'admin@plaza.co', userType: 'ADMIN', name: 'Lucía Administra' },
  market: { email: 'mercado@plaza.co', userType: 'GLOBAL_MARKET', name: 'Amparo Restrepo' },
  topUpPoint: { email: 'recarga@plaza.co', userType: 'RECARGA', name: 'Jairo Martínez' },
  stall: { email: 'rosalba@plaza.co', userType: 'ESTANTE', name: 'Rosalba Giraldo' },
  otherStall: { email: 'roble@plaza.co', userType: 'ESTANTE', name: 'Wilson Arango' },
} as const satisfies Record<string, Person>;

/** The other market's manager. */
export const otherMarket = {
  email: 'sur@plaza.co',
  userType: 'GLOBAL_MARKET',
  name: 'Nubia Cano',
  marketName: 'Plaza del Sur',
} as const;

/** Its stall. */
export const otherMarketStallName = 'Flores del Sur';

/** Names on the stalls. */
export const stallNames = { stall: 'Doña Rosalba', otherStall: 'Finca El Roble' } as const;

/** A person's registration data. */
function signIn({ email, name: ownerName }: Person) {
  return { email, ownerName, phone: '3105550101', password };
}

/** Opens a market day: an administrator, a market, two stalls and a top-up point, all approved. */
export async function admitPeople(market: RunningMarket): Promise<void> {
  const call = caller(market);
  await call('/auth/primer-uso', { ...signIn(people.admin), token: market.setupToken });
  const { globalMarketId } = await call<{ globalMarketId: string }>('/auth/create-market', {
    ...signIn(people.market),
    marketName: 'Plaza La Esperanza',
  });
  const { items } = await askAs<UserPage>(market, people.admin, '/auth/users?userType=GLOBAL_MARKET');
  const [waiting] = items;
  await askAs(market, people.admin, '/auth/approve', { id: waiting?._id, userType: 'GLOBAL_MARKET' });
  const staff = [
    await call<User>('/auth/create-recharger', { ...signIn(people.topUpPoint), globalMarketId }),
    await call<User>('/estantes/create-estantes', {
      ...signIn(people.stall),
      estanteName: stallNames.stall,
      globalMarketId,
    }),
    await call<User>('/estantes/create-estantes', {
      ...signIn(people.otherStall),
      estanteName: stallNames.otherStall,
      globalMarketId,
    }),
  ];
  // A fresh token for each, because some tests let them expire within a second or two.
  for (const { _id, userType } of staff)
    await askAs(market, people.market, '/auth/approve', { id: _id, userType });
}

/** Admits another market of the region with one stall, both approved. */
export async function admitOtherMarket(market: RunningMarket): Promise<void> {
  const call = caller(market);
  const admin = await tokenOf(market, people.admin);
  const { globalMarketId } = await call<{ globalMarketId: string }>(
    '/market/create',
    { ...signIn(otherMarket), marketName: otherMarket.marketName },
    admin,
  );
  const stall = await call<User>('/estantes/create-estantes', {
    ...signIn({ ...otherMarket, email: 'flores@plaza.co' }),
    estanteName: otherMarketStallName,
    globalMarketId,
  });
  await call('/auth/approve', { id: stall._id, userType: 'ESTANTE' }, admin);
}

/** A supplier of the stalls. */
export const supplier = {
  email: 'semillas@plaza.co',
  userType: 'PROVEEDOR',
  name: 'Semillas del Páramo',
} as const satisfies Person;

/** Admits a supplier, approved by the administrator of `admitPeople`. */
export async function admitSupplier(market: RunningMarket): Promise<void> {
  const call = caller(market);
  const admin = await tokenOf(market, people.admin);
  const { email, name: ownerName } = supplier;
  await call('/proveedores/register', { ownerName, email, phone: '3105550199', password });
  const [waiting] = (await call<UserPage>('/auth/users?userType=PROVEEDOR', undefined, admin)).items;
  await call('/auth/approve', { id: waiting?._id, userType: 'PROVEEDOR' }, admin);
}

/** A voucher issued at the top-up point: its owner, its link, and its seller. */
export async function topUp(
  market: Pick<RunningMarket, 'url'>,
  monto: number,
  identificacion: string,
): Promise<{ _id: string; urlCodeQr: string; uuid: string; clientId: string }> {
  const call = caller(market);
  const customer = await call<User>('/auth/register', { ownerName: 'luz marina ospina', identificacion });
  const uuid = crypto.randomUUID();
  const command = { monto, uuid, clientId: customer._id };
  const { _id, urlCodeQr } = await askAs<{ _id: string; urlCodeQr: string }>(
    market,
    people.topUpPoint,
    '/code-qr/create-recharger',
    command,
  );
  return { _id, urlCodeQr, uuid, clientId: customer._id };
}

/** The customer pays at a stall with their own phone; with `token` it is a tablet of the stall. */
export async function buy(
  market: Pick<RunningMarket, 'url'>,
  { uuid: codeQrUuid, clientId: userId }: { uuid: string; clientId: string },
  price: number,
  { stall = stallNames.stall, token }: { stall?: string; token?: string } = {},
): Promise<void> {
  const stalls = await caller(market)<Stall[]>('/estantes');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stall)?._id;
  await caller(market)('/shopping/create', { userId, estanteId, codeQrUuid, price }, token);
}

const mostTries = 5;

/**
 * Returns the API's answer to this person: a query, or with `body` a command. Some tests let tokens expire
 * within a second, so an expired one is renewed on a slow machine.
 */
export async function askAs<T>(
  market: Pick<RunningMarket, 'url'>,
  person: Person,
  path: string,
  body?: object,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await caller(market)<T>(path, body, await tokenOf(market, person));
    } catch (error) {
      if (tries === mostTries || !String(error).includes(' answered 401')) throw error;
    }
  }
}

export async function tokenOf(
  market: Pick<RunningMarket, 'url'>,
  { email, userType }: Person,
): Promise<string> {
  const pair = await caller(market)<TokenPair>('/auth/login', { email, password, userType });
  return pair.token;
}

/**
 * Calls the API; anything but a success is a fault of the test. A busy machine's "try again" is retried, like
 * an app does.
 */
export function caller(market: Pick<RunningMarket, 'url'>) {
  return async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const ask = () =>
      fetch(`${market.url}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    let answer = await ask();
    for (let tries = 1; answer.status === 503 && tries < mostTries; tries += 1) {
      await setTimeout(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      answer = await ask();
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
