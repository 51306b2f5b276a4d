/** SQL: the person of this alias may act: approved and not deleted. The one place that says what "active" is. */
export function isActive(person: string): string {
  return `${person}.status = 'APROBADO' and ${person}.visible`;
}

/** SQL: `p`'s market, when it has one, is active too. A market is a person of the same id. */
export const marketIsActive = `(p.market_id is null or exists
  (select 1 from person g where g.id = p.market_id and ${isActive('g')}))`;
/**
 * SQL: whether two customers' ids name one person, after merges on both sides. Usually the ids are equal, and then no row is read.
 * domain/voucher/voucher-owner.ts says the same of a voucher that has been read.
 */
export function isSamePerson(one: string, other: string): string {
  return `(${one} = ${other} or ${personOf(one)} = ${personOf(other)})`;
}

/** SQL: the person whom this customer's id names now. */
export function personOf(id: string): string {
  return `(select coalesce(named.merged_into, named.id) from person named where named.id = ${id})`;
}
