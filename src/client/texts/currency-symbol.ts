/** Before every amount. */
export const currencySymbol = '$';
