/**
 * Name of the money database. In a separate file, so that a page can check for the database without loading
 * it.
 */
export const moneyDbName = 'mercado-dinero';
