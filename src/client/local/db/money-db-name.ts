/** The name of the money database. A file of its own: who only asks whether it exists loads no database. */
export const moneyDbName = 'mercado-dinero';
