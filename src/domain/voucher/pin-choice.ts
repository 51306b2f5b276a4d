import { isRun } from '../device/weak-pin.ts';

export type PinRefusal = { code: 'PIN_WEAK' | 'PIN_TOO_LATE' };

/** A new voucher whose customer chooses a PIN. */
export type PinChoice = {
  /** The caller is the person who issued the voucher. */
  isOwn: boolean;
  isUnspent: boolean;
  hasPin: boolean;
  issuedAt: number;
  now: number;
};

/** A PIN may be chosen this long after its voucher was issued, ms. */
const choiceMs = 60 * 60_000;

/** Returns null when the PIN may be set. It is chosen once, by the till that issued the voucher, so that no other person adds one. */
export function decidePinChoice(
  pin: string,
  { isOwn, isUnspent, hasPin, issuedAt, now }: PinChoice,
): PinRefusal | null {
  if (isWeakVoucherPin(pin)) return { code: 'PIN_WEAK' };
  const isInTime = Math.abs(now - issuedAt) <= choiceMs;
  return isOwn && isUnspent && !hasPin && isInTime ? null : { code: 'PIN_TOO_LATE' };
}

/** Returns true for four digits that a finder would try first: one digit, a run, a repeated pair, a mirror, a common choice. */
export function isWeakVoucherPin(pin: string): boolean {
  const isPairs = pin.slice(0, 2).repeat(2) === pin || (pin[0] === pin[1] && pin[2] === pin[3]);
  const isMirror = pin[0] === pin[3] && pin[1] === pin[2];
  return isRun(pin) || isPairs || isMirror || isYear(pin) || common.has(pin);
}

/** Birth years are among the first guesses of a finder. */
function isYear(pin: string): boolean {
  return pin >= '1930' && pin <= '2030';
}

/** Common patterns of the pad that no rule covers. */
const common = new Set(['2580', '0852', '1478', '1470', '3690', '1379', '1397', '1598', '7410', '0070']);
