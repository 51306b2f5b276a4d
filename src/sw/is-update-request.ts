/** True for the one message a page sends: take over now, the operator agreed. */
export function isUpdateRequest(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}
