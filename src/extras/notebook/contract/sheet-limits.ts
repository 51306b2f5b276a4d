/** Rows of a sheet in one call: one transaction. And in all. */
export const maxRowsAtOnce = 200;
export const maxSheetRows = 20_000;
/** Longest file name, letters. */
export const maxFileName = 80;
