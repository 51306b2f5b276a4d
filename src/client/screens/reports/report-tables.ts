import dayjs from 'dayjs';
import { quantityText } from '#src/client/money/purchase/purchase-lines.ts';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { monthText, shortDayText } from '#src/client/texts/written/days.ts';
import type { FigureColumn } from '#src/client/ui/tables/figure-table.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseSummary, Sum } from '#src/contract/purchases/purchase-history.ts';
import { toAmount } from '#src/protocol/brands.ts';

/** Raw figures: screens format them, files store them. */
export interface ReportTable {
  id: string;
  title: string;
  columns: readonly FigureColumn[];
  rows: readonly { id: string; cells: readonly (string | number)[] }[];
  total: readonly (string | number)[] | null;
}

export type Role = 'stall' | 'point' | 'market';

export function roleOf(userType: UserType): Role {
  if (userType === 'ESTANTE') return 'stall';
  return userType === 'RECARGA' ? 'point' : 'market';
}

/** All tables of the period, in the order of the page. `unit` is how days are grouped. */
export function tablesOf(summary: PurchaseSummary, role: Role, unit: Unit): ReportTable[] {
  const days = dayTable(bucketsOf(summary.days, unit), role, unit);
  if (role === 'point') return [days, pointTable(summary)];
  const products = summary.products.length > 0 ? [productTable(summary)] : [];
  if (role !== 'market') return [days, ...products];
  return [days, stallTable(summary), ...products, pointTable(summary), otherTable(summary)];
}

/** Tables for a file: one row per day with full dates, whatever the screen's grouping. */
export function fileTablesOf(summary: PurchaseSummary, role: Role): ReportTable[] {
  const days = summary.days.map((day) => ({ ...day, label: dateText(day.day) }));
  const [, ...others] = tablesOf(summary, role, 'day');
  return [dayTable(days, role, 'day'), ...others];
}

const titles = { day: texts.dayTable, week: texts.weekTable, month: texts.monthTable } as const;

function dayTable(buckets: readonly Bucket[], role: Role, unit: Unit): ReportTable {
  const first: FigureColumn = { head: unitHeads[unit], of: 'words' };
  const cells = cellsOfDay[role];
  const outstanding = buckets.at(-1)?.outstanding ?? toAmount(0);
  return {
    id: 'days',
    title: titles[unit],
    columns: [first, ...columnsOfDay[role]],
    rows: buckets.map((bucket) => ({ id: bucket.day, cells: [bucket.label, ...cells(bucket)] })),
    total: [
      unit === 'day' ? texts.days(buckets.length) : texts.total,
      ...cells({ ...sumsOf(flows, buckets), outstanding }),
    ],
  };
}

const topUps: readonly FigureColumn[] = [
  { head: texts.topUpCount, of: 'count', isMinor: true },
  { head: texts.toppedUp, of: 'money' },
  { head: texts.undoneHead, of: 'money', isMinor: true },
];
/** Vouchers reissued at the till. */
const reissued: readonly FigureColumn[] = [
  { head: texts.reissueCount, of: 'count', isMinor: true },
  { head: texts.reissued, of: 'money', isMinor: true },
];
const purchases: readonly FigureColumn[] = [
  { head: texts.purchaseCount, of: 'count', isMinor: true },
  { head: texts.sold, of: 'money' },
  { head: texts.voidedHead, of: 'money', isMinor: true },
];

const columnsOfDay: Record<Role, readonly FigureColumn[]> = {
  stall: [...purchases, { head: texts.net, of: 'money' }, { head: texts.paidHead, of: 'money' }],
  point: topUps,
  market: [
    ...topUps,
    ...purchases,
    { head: texts.difference, of: 'money' },
    { head: texts.outstandingHead, of: 'money', isMinor: true },
  ],
};

type Amounts = Omit<Bucket, 'day' | 'label'>;

const cellsOfDay: Record<Role, (day: Amounts) => number[]> = {
  stall: (day) => [...sold(day), day.purchases.total - day.voids.total, day.payouts.total],
  point: toppedUp,
  market: (day) => [
    ...toppedUp(day),
    ...sold(day),
    day.topUps.total - day.topUpVoids.total - day.purchases.total + day.voids.total,
    day.outstanding,
  ],
};

function toppedUp({ topUps: made, topUpVoids }: { topUps: Sum; topUpVoids: Sum }): number[] {
  return [made.count, made.total, topUpVoids.total];
}

function sold({ purchases, voids }: { purchases: Sum; voids: Sum }): number[] {
  return [purchases.count, purchases.total, voids.total];
}

function stallTable({ stalls }: PurchaseSummary): ReportTable {
  const ranked = [...stalls].sort((one, other) => other.purchases.total - one.purchases.total);
  const cells = (of: { purchases: Sum; voids: Sum; payouts: Sum }) => [...sold(of), of.payouts.total];
  return {
    id: 'stalls',
    title: texts.stallTable,
    columns: [{ head: texts.stall, of: 'words' }, ...purchases, { head: texts.paidHead, of: 'money' }],
    rows: ranked.map((stall) => ({
      id: stall.estanteId,
      cells: [stall.estanteName, ...cells(stall)],
    })),
    total: [texts.total, ...cells(sumsOf(['purchases', 'voids', 'payouts'], stalls))],
  };
}

/** Products that stalls noted with their sales, best-selling first. */
function productTable({ products }: PurchaseSummary): ReportTable {
  return {
    id: 'products',
    title: texts.productTable,
    columns: [
      { head: texts.product, of: 'words' },
      { head: texts.quantity, of: 'words' },
      { head: texts.sold, of: 'money' },
    ],
    rows: products.map(({ name, unit, quantity, amount }) => ({
      id: `${name} ${unit}`,
      cells: [name, quantityText(quantity, unit), amount],
    })),
    total: [texts.total, '', products.reduce((sum, { amount }) => sum + amount, 0)],
  };
}

function pointTable({ topUpPoints }: PurchaseSummary): ReportTable {
  const ranked = [...topUpPoints].sort((one, other) => other.topUps.total - one.topUps.total);
  const cells = (of: { topUps: Sum; topUpVoids: Sum; reissues: Sum }) => [
    ...toppedUp(of),
    of.reissues.count,
    of.reissues.total,
  ];
  return {
    id: 'points',
    title: texts.pointTable,
    columns: [{ head: texts.topUpPoint, of: 'words' }, ...topUps, ...reissued],
    rows: ranked.map((point) => ({
      id: point._id,
      cells: [point.ownerName, ...cells(point)],
    })),
    total: [texts.total, ...cells(sumsOf(['topUps', 'topUpVoids', 'reissues'], topUpPoints))],
  };
}

/** Sums beside purchases and top-ups. */
export const concepts = [
  'voids',
  'topUpVoids',
  'refunds',
  'openings',
  'overspends',
  'redemptions',
  'expired',
  'payouts',
] as const;

function otherTable({ totals, previous }: PurchaseSummary): ReportTable {
  return {
    id: 'others',
    title: texts.otherTable,
    columns: [
      { head: texts.concept, of: 'words' },
      { head: texts.count, of: 'count' },
      { head: texts.now, of: 'money' },
      { head: texts.beforeHead, of: 'money' },
    ],
    rows: concepts.map((concept) => ({
      id: concept,
      cells: [texts.concepts[concept], totals[concept].count, totals[concept].total, previous[concept].total],
    })),
    total: null,
  };
}

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

const unitHeads = { day: texts.day, week: texts.week, month: texts.month } as const;

function firstOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  return unit === 'month' ? day.slice(0, 7) : dayjs(day).startOf('week').format('YYYY-MM-DD');
}

function joined(group: readonly Day[]): Day {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new Error('a bucket has days');
  return { day: first.day, outstanding: last.outstanding, ...sumsOf(flows, group) };
}

/** Movements of a day. */
const flows = ['purchases', 'voids', 'topUps', 'topUpVoids', 'payouts'] as const;

/** Returns the sum of each of these over the rows. */
export function sumsOf<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, Sum>>[],
): Record<Name, Sum> {
  const sumOf = (name: Name): Sum => ({
    count: rows.reduce((all, { [name]: { count } }) => all + count, 0),
    total: toAmount(rows.reduce((all, { [name]: { total } }) => all + total, 0)),
  });
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, Sum>;
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
