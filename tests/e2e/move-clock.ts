/** Runs in the page before anything else: its clock is `byMs` ahead. */
export function moveClock(byMs: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + byMs;
  window.Date = new Proxy(RealDate, {
    construct: (target, parameters: []) =>
      parameters.length === 0 ? new target(now()) : new target(...parameters),
    get: (target, name, receiver) =>
      name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
  });
}
