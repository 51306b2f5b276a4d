import dayjs from 'dayjs';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { monthText, shortDayText } from '#src/client/texts/written/days.ts';
import type { PurchaseSummary, Sum } from '#src/contract/purchases/purchase-history.ts';
import { toAmount } from '#src/protocol/brands.ts';

export type Unit = 'day' | 'week' | 'month';
export type Day = PurchaseSummary['days'][number];
/** A day, week or month of a period: its first day and its label. */
export type Bucket = Day & { label: string };

/** The unit that keeps a chart and a table readable. */
export function unitOf(dayCount: number): Unit {
  if (dayCount <= 31) return 'day';
  return dayCount <= 120 ? 'week' : 'month';
}

export function bucketsOf(days: readonly Day[], unit: Unit): Bucket[] {
  const groups = new Map<string, Day[]>();
  for (const day of days) {
    const key = firstOf(day.day, unit);
    const group = groups.get(key);
    if (group) group.push(day);
    else groups.set(key, [day]);
  }
  return [...groups.values()].map((group) => ({ ...joined(group), label: labelOf(group, unit) }));
}

export const unitHeads = { day: texts.day, week: texts.week, month: texts.month } as const;

function firstOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  return unit === 'month' ? day.slice(0, 7) : dayjs(day).startOf('week').format('YYYY-MM-DD');
}

function joined(group: readonly Day[]): Day {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new Error('a bucket has days');
  return {
    day: first.day,
    purchases: sumOf(group.map(({ purchases }) => purchases)),
    voids: sumOf(group.map(({ voids }) => voids)),
    topUps: sumOf(group.map(({ topUps }) => topUps)),
    topUpVoids: sumOf(group.map(({ topUpVoids }) => topUpVoids)),
    payouts: sumOf(group.map(({ payouts }) => payouts)),
    outstanding: last.outstanding,
  };
}

export function sumOf(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    total: toAmount(sums.reduce((all, { total }) => all + total, 0)),
  };
}

/** "Sáb 21", "16/11 a 22/11", "Nov 2026" */
function labelOf(group: readonly Day[], unit: Unit): string {
  const first = group[0]?.day ?? '';
  if (unit === 'week') {
    const last = group.at(-1)?.day ?? first;
    return `${dateText(first).slice(0, 5)} a ${dateText(last).slice(0, 5)}`;
  }
  return unit === 'day' ? shortDayText(first) : monthText(first);
}
