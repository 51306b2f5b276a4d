/** Points that a purchase earns: one for each whole `pointsEvery` of its price (smallest unit shown); 0: none are given. */
export function pointsFor(price: number, pointsEvery: number): number {
  return pointsEvery > 0 ? Math.floor(price / pointsEvery) : 0;
}
