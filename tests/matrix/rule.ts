import { randomUUID } from 'node:crypto';
import { askers, type Asker, type TwoMarkets } from '#tests/support/market/two-markets.ts';

export type Rule = {
  /** Permitted callers; all others get 401 or 403 with "Unauthorized". */
  allowed: readonly Asker[];
  /** Only where the parameters of the route or a query name something that exists. */
  path?(market: TwoMarkets): string;
  /** A valid body for every permitted caller, which `bad-input` spoils field by field. */
  body?(market: TwoMarkets): Record<string, unknown>;
  optional?: readonly string[];
  /** Lists that may be empty: such a call gets an answer, and answers are stored. */
  mayBeEmpty?: readonly string[];
  /** Status for permitted callers; 200 unless said otherwise. */
  status?: number | Partial<Record<Asker, number>>;
};

/** The path of a permitted call: random ids for its parameters, unless the rule names something. */
export function pathOf(route: string, rule: Rule, market: TwoMarkets): string {
  return rule.path?.(market) ?? route.slice(route.indexOf(' ') + 1).replace(/\{\w+\}/g, () => randomUUID());
}

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
export const byManagers = (body = (): Record<string, unknown> => ({ id: randomUUID() })): Rule => ({
  allowed: ['ADMIN', ...markets],
  body,
  status: 404,
});
export const open = (status = 200): Rule => ({ allowed: askers, status });
