import { toPoints } from '#src/contract/brands.ts';
import type { PointsStanding } from '#src/domain/operations/void.ts';

/** For a purchase that earned none. */
export const noPoints: PointsStanding = {
  earned: toPoints(0),
  gone: toPoints(0),
  paid: 0,
  returned: 0,
  pointsEvery: 0,
  ownerId: '',
};
