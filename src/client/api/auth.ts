import { tokenPairSchema, type Login, type TokenPair } from '#src/contract/login.ts';
import {
  marketRegisteredSchema,
  type CustomerRegistration,
  type FirstAdmin,
  type MarketRegistered,
  type MarketRegistration,
  type StallRegistration,
  type SupplierRegistration,
  type TopUpPointRegistration,
} from '#src/contract/registration.ts';
import { userSchema, type User } from '#src/contract/user.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

export function logIn(login: Login): Promise<Outcome<TokenPair>> {
  return call({ method: 'POST', path: '/auth/login', body: login, answer: tokenPairSchema, signedIn: false });
}

export function logOut(refreshToken: string): Promise<Outcome<undefined>> {
  return call({ method: 'POST', path: '/auth/logout', body: { refreshToken }, signedIn: false });
}

export function createFirstAdmin(body: FirstAdmin): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/primer-uso', body, answer: userSchema, signedIn: false });
}

export function registerMarket(body: MarketRegistration): Promise<Outcome<MarketRegistered>> {
  return call({
    method: 'POST',
    path: '/auth/create-market',
    body,
    answer: marketRegisteredSchema,
    signedIn: false,
  });
}

export function registerStall(body: StallRegistration): Promise<Outcome<User>> {
  return call({
    method: 'POST',
    path: '/estantes/create-estantes',
    body,
    answer: userSchema,
    signedIn: false,
  });
}

export function registerTopUpPoint(body: TopUpPointRegistration): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/create-recharger', body, answer: userSchema, signedIn: false });
}

export function registerSupplier(body: SupplierRegistration): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/proveedores/register', body, answer: userSchema, signedIn: false });
}

/** Registers a USUARIO, from the registration screen or the top-up point. */
export function registerCustomer(body: CustomerRegistration): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/register', body, answer: userSchema, signedIn: false });
}
