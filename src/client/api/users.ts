import {
  userPageSchema,
  userSchema,
  type User,
  type UserListQuery,
  type UserPage,
  type UserTarget,
} from '#src/contract/user.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

export function listUsers(query: UserListQuery): Promise<Outcome<UserPage>> {
  return call({ method: 'GET', path: '/auth/users', query, answer: userPageSchema, signedIn: true });
}

/** By id, email or identification. */
export function findUser(idEmailOrIdentification: string): Promise<Outcome<User>> {
  const path = `/auth/user/${encodeURIComponent(idEmailOrIdentification)}`;
  return call({ method: 'GET', path, answer: userSchema, signedIn: true });
}

export function approveUser(body: UserTarget): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/approve', body, answer: userSchema, signedIn: true });
}

/** The reason is told to whoever tries to sign in. */
export function rejectUser(body: UserTarget & { reason?: string }): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/reject', body, answer: userSchema, signedIn: true });
}

export function deleteUser(body: UserTarget): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/delete', body, answer: userSchema, signedIn: true });
}

/** A deleted account is as it was before; a rejected one waits again. */
export function restoreUser(body: UserTarget): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/auth/restore', body, answer: userSchema, signedIn: true });
}
