import { randomUUID } from 'node:crypto';
import { askers, type Asker, type TwoMarkets } from '#tests/support/market/two-markets.ts';

export type Rule = {
  /** Permitted callers; all others get 401 or 403 with "Unauthorized". */
  allowed: readonly Asker[];
  /** A valid request for every permitted caller. */
  path(market: TwoMarkets): string;
  body?(market: TwoMarkets): unknown;
  /** Status for permitted callers. */
  status: number | Partial<Record<Asker, number>>;
};

export const markets = ['GLOBAL_MARKET', 'other GLOBAL_MARKET'] as const;
export const points = ['RECARGA', 'other RECARGA'] as const;
export const stalls = ['ESTANTE', 'other ESTANTE'] as const;
export const staff = ['ADMIN', ...markets, ...points] as const;
export const signedIn = askers.filter((asker) => asker !== 'nobody');

export const registration = (fields: Record<string, unknown>) => ({
  ownerName: 'Nombre Completo',
  email: `${randomUUID().slice(0, 20)}@plaza.co`,
  phone: '3105550101',
  password: 'clave-segura',
  ...fields,
});
/** Actions by ADMIN and markets on an id that does not exist. */
export const byManagers = (path: string, body: () => unknown = () => ({ id: randomUUID() })): Rule => ({
  allowed: ['ADMIN', ...markets],
  path: () => path,
  body,
  status: 404,
});
export const open = (path: string, status = 200): Rule => ({ allowed: askers, path: () => path, status });
