import { pageFact } from './page-fact.ts';

/** The symbol that the server was configured with, from the page it served; "$" when the page says nothing. */
export function currencySymbol(): string {
  return pageFact('currency-symbol') || '$';
}
