/** Points that a purchase earns: one for each full `pointsEvery` of `price` (smallest unit shown); none when it is 0. */
export function pointsFor(price: number, pointsEvery: number): number {
  return pointsEvery > 0 ? Math.floor(price / pointsEvery) : 0;
}
