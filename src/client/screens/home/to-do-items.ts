import {
  Banknote,
  HandCoins,
  LockKeyhole,
  type LucideIcon,
  Scale,
  Store,
  TabletSmartphone,
  TriangleAlert,
} from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { toDoTexts as texts } from '#src/client/texts/home-texts.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';

/** An item that waits for a market's manager. */
export interface ToDoItem {
  id: string;
  icon: LucideIcon;
  /** Colour of the icon. The text carries the same meaning. */
  tone: 'plain' | 'refused' | 'pending';
  title: string;
  note: string;
  action: string;
  /** Relative to /dashboard. */
  to: string;
}

/** Returns a manager's waiting items in the order of urgency. */
export function toDoItems(today: MarketToday): ToDoItem[] {
  const { stalls, topUpPoints, devices } = today.approvals;
  const items = [
    approvalItem('estantes', Store, stalls, texts.stalls),
    approvalItem('puntos-de-recarga', Banknote, topUpPoints, texts.points),
    requestItem(devices),
    overspendItem(today.overspends),
    reviewItem(today.reviews),
    fullTillItem(today.fullTills),
    deviceItem(today.devices),
    payItem(today.owed),
    today.dayToClose ? closeDay : null,
    ...firstSteps(today),
  ];
  return items.filter((item) => item !== null);
}

function approvalItem(
  page: string,
  icon: LucideIcon,
  { count, names }: MarketToday['approvals']['stalls'],
  title: (count: number) => string,
): ToDoItem | null {
  if (count === 0) return null;
  return {
    id: page,
    icon,
    tone: 'plain',
    title: title(count),
    note: texts.names(names.map(personName), count - names.length),
    action: texts.review,
    to: `${page}?estado=PENDIENTE`,
  };
}

function requestItem({ count, names }: MarketToday['approvals']['devices']): ToDoItem | null {
  if (count === 0) return null;
  return {
    id: 'device-requests',
    icon: TabletSmartphone,
    tone: 'plain',
    title: texts.requests(count),
    note: texts.names(names.map(personName), count - names.length),
    action: texts.review,
    to: 'dispositivos',
  };
}

function overspendItem({ count, total, code }: MarketToday['overspends']): ToDoItem | null {
  if (count === 0) return null;
  return {
    id: 'overspends',
    icon: TriangleAlert,
    tone: 'refused',
    title: texts.overspends(count, amountText(total)),
    note: count === 1 ? texts.code(code) : texts.lastCode(code),
    action: texts.assign,
    to: 'pendientes',
  };
}

function reviewItem({ count, total }: MarketToday['reviews']): ToDoItem | null {
  if (count === 0) return null;
  return {
    id: 'reviews',
    icon: Scale,
    tone: 'refused',
    title: texts.reviews(count, amountText(total)),
    note: texts.reviewsNote,
    action: texts.assign,
    to: 'pendientes',
  };
}

/** Cash that a manager has to fetch, before its point must send customers away. */
function fullTillItem({ count, names }: MarketToday['fullTills']): ToDoItem | null {
  if (count === 0) return null;
  return {
    id: 'full-tills',
    icon: HandCoins,
    tone: 'pending',
    title: texts.fullTills(count),
    note: texts.names(names.map(personName), count - names.length),
    action: texts.receive,
    to: 'caja?ver=recibir',
  };
}

function deviceItem({ count, first }: MarketToday['devices']): ToDoItem | null {
  if (first === null) return null;
  return {
    id: 'devices',
    icon: TabletSmartphone,
    tone: 'pending',
    title: count === 1 ? texts.device(first.name, first.operations) : texts.devices(count),
    note: count === 1 ? contactText(first.lastSeenAt) : texts.device(first.name, first.operations),
    action: texts.see,
    to: 'dispositivos',
  };
}

function contactText(lastSeenAt: string | null): string {
  if (lastSeenAt === null) return texts.neverSeen;
  return texts.silentSince(isToday(lastSeenAt) ? timeText(lastSeenAt) : dateTimeText(lastSeenAt));
}

function payItem({ count, total }: MarketToday['owed']): ToDoItem | null {
  if (count === 0) return null;
  return {
    id: 'payouts',
    icon: HandCoins,
    tone: 'plain',
    title: texts.pay(count),
    note: amountText(total),
    action: texts.payNow,
    to: 'caja',
  };
}

const closeDay: ToDoItem = {
  id: 'close-day',
  icon: LockKeyhole,
  tone: 'plain',
  title: texts.closeDay,
  note: texts.closeDayNote,
  action: texts.close,
  to: 'caja?ver=cierre',
};

/** The first steps of a market without stalls or without top-up points. */
function firstSteps({ stalls, topUpPoints, approvals }: MarketToday) {
  const lacksStalls = stalls + approvals.stalls.count === 0;
  const lacksPoints = topUpPoints + approvals.topUpPoints.count === 0;
  const step = (id: string, icon: LucideIcon, words: { title: string; note: string }, to: string) =>
    ({ id, icon, tone: 'plain', ...words, action: texts.open, to }) satisfies ToDoItem;
  return [
    lacksStalls ? step('invite-stalls', Store, texts.inviteStalls, 'mercados-globales') : null,
    lacksPoints ? step('invite-points', Banknote, texts.invitePoints, 'mercados-globales') : null,
    lacksStalls || lacksPoints ? step('set-limits', TabletSmartphone, texts.setLimits, 'dispositivos') : null,
  ];
}
