import type { Call } from '#src/contract/call.ts';
import { loginSchema, refreshSchema, tokenPairSchema } from './login.ts';

/** Signing in, renewing and signing out. */
export const sessionCalls = {
  logIn: {
    method: 'POST',
    path: '/auth/login',
    isOpen: true,
    body: loginSchema,
    answer: tokenPairSchema,
    quota: 'session',
  },
  renewTokens: {
    method: 'POST',
    path: '/auth/refresh',
    isOpen: true,
    body: refreshSchema,
    answer: tokenPairSchema,
    quota: 'session',
  },
  logOut: {
    method: 'POST',
    path: '/auth/logout',
    isOpen: true,
    body: refreshSchema,
    answer: 'nothing',
    quota: 'session',
  },
} as const satisfies Record<string, Call>;
