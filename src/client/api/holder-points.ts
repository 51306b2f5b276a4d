import { holderPointsSchema, type HolderPoints } from '#src/contract/points.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Points of a voucher's owner, for the holder of its link. */
export function readHolderPoints(codeQrUuid: string): Promise<Outcome<HolderPoints>> {
  const path = `/code-qr/points/${encodeURIComponent(codeQrUuid)}`;
  return call({ method: 'GET', path, answer: holderPointsSchema, signedIn: false });
}
