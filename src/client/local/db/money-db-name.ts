/** The name of the money database. In a separate file, so that a page can ask whether the database exists without loading it. */
export const moneyDbName = 'mercado-dinero';
