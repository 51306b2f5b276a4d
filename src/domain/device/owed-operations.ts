/**
 * Returns how many sales and top-ups a device still has to deliver. `missing`: envelope numbers that the server lacks; what it has is
 * received, however old the report is. `openCount`: sales and top-ups the device reported as open before its last batch, so it only bounds
 * the count: one sale is up to three envelopes. A device that reports none while numbers are missing counts by number.
 */
export function owedOperations(missing: number, openCount: number): number {
  return openCount > 0 ? Math.min(missing, openCount) : missing;
}
