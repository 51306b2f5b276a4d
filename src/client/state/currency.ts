/** The symbol that the server was configured with, from the page it served; "$" when the page says nothing. */
export function currencySymbol(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="currency-symbol"]');
  return meta?.content || '$';
}
