export const pinDigits = 6;

/**
 * Returns true for six digits that a thief would try first: one digit, a straight run, a repeated pair or
 * triple, or a common choice.
 */
export function isWeakPin(pin: string): boolean {
  const isPairs = pin.slice(0, 2).repeat(3) === pin;
  const isTriples = pin.slice(0, 3).repeat(2) === pin;
  return isRun(pin) || isPairs || isTriples || common.has(pin);
}

/** Returns whether the digits are one digit or a straight run, up or down. */
export function isRun(pin: string): boolean {
  const digits = pin.split('').map(Number);
  const steps = digits.slice(1).map((digit, place) => digit - (digits[place] ?? 0));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
}

/** Common choices that no rule covers. */
const common = new Set(['112233', '123321', '654123', '159753', '147258', '102030']);
