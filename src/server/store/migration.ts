/**
 * One step of the schema. Once released its text never changes. `sql` may hold several statements; it runs in
 * a transaction, so nothing in it may begin or end one, or be forbidden inside one (CREATE INDEX CONCURRENTLY).
 */
export type Migration = { id: string; sql: string };
