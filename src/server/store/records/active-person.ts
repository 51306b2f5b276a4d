/** SQL: the person of this alias may act: approved and not deleted. The only definition of "active". */
export function isActive(person: string): string {
  return `${person}.status = 'APROBADO' and ${person}.visible`;
}

/** SQL: `p` has no market, or an active one. A market is a person with the same id. */
export const marketIsActive = `(p.market_id is null or exists
  (select 1 from person g where g.id = p.market_id and ${isActive('g')}))`;
/**
 * SQL: true if two customers' ids name one person, after merges on both sides. The ids are usually equal, and
 * then no row is read. domain/voucher/voucher-owner.ts is the same rule for a voucher in memory.
 */
export function isSamePerson(one: string, other: string): string {
  return `(${one} = ${other} or ${personOf(one)} = ${personOf(other)})`;
}

/** SQL: the person whom this customer's id names now. */
export function personOf(id: string): string {
  return `(select coalesce(named.merged_into, named.id) from person named where named.id = ${id})`;
}
