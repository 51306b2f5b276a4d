import { devicesTexts, marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import type { Device } from '#src/contract/device.ts';

/** "3 operaciones, 41 a 43"; a list with holes names its ends only when it has none. */
export function owesText({ count, seqs }: Device['owes']): string {
  if (count === 0) return devicesTexts.owesNothing;
  const [first] = seqs;
  const last = seqs.at(-1);
  if (first === undefined || last === undefined) return devicesTexts.owesCount(count);
  const isRun = last - first + 1 === count;
  if (!isRun) return devicesTexts.owes(count, seqs.slice(0, 5).join(', ') + (seqs.length > 5 ? '…' : ''));
  return devicesTexts.owes(count, first === last ? String(first) : `${first} a ${last}`);
}

/** What the device's clock does, in minutes. */
export function skewText(clockSkewMs: number): string {
  const minutes = Math.round(clockSkewMs / 60_000);
  if (Math.abs(minutes) < 2) return texts.skewGood;
  return minutes > 0 ? texts.skewBehind(minutes) : texts.skewAhead(-minutes);
}
