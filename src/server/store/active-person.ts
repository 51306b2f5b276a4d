/** SQL: the person of this alias may act: approved and not deleted. The one place that says what "active" is. */
export function isActive(person: string): string {
  return `${person}.status = 'APROBADO' and ${person}.visible`;
}

/** SQL: `p`'s market, when it has one, is active too. A market is a person of the same id. */
export const marketIsActive = `(p.market_id is null or exists
  (select 1 from person g where g.id = p.market_id and ${isActive('g')}))`;
