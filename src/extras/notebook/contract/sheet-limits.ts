/** Maximum number of rows in one call, which is one transaction, and in a whole sheet. */
export const maxRowsAtOnce = 200;
export const maxSheetRows = 20_000;
/** Longest file name, letters. */
export const maxFileName = 80;
