import {
  Banknote,
  HandCoins,
  LockKeyhole,
  Scale,
  Store,
  TabletSmartphone,
  TriangleAlert,
} from 'lucide-react';
import { toDoTexts as texts } from '#src/client/texts/home-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { JudgedRow } from '#src/client/ui/tables/judged-rows.tsx';
import type { MarketToday } from '#src/contract/markets/today.ts';

/** An item that waits for a market's manager. */
export interface ToDoItem extends Pick<JudgedRow, 'icon' | 'verdict' | 'what' | 'sentence'> {
  action: string;
  /** Relative to /dashboard. */
  to: string;
}

type Item = ToDoItem | false;

/** Returns a manager's waiting items in the order of urgency. */
export function toDoItems(today: MarketToday): ToDoItem[] {
  const items = [...approvals(today), ...decisions(today), ...cash(today), ...firstSteps(today)];
  return items.filter((item) => item !== false);
}

function approvals({ approvals: { stalls, topUpPoints, devices } }: MarketToday): Item[] {
  return [
    stalls.count > 0 && {
      icon: Store,
      what: texts.stalls(stalls.count),
      sentence: namesOf(stalls),
      action: texts.review,
      to: 'estantes?estado=PENDIENTE',
    },
    topUpPoints.count > 0 && {
      icon: Banknote,
      what: texts.points(topUpPoints.count),
      sentence: namesOf(topUpPoints),
      action: texts.review,
      to: 'puntos-de-recarga?estado=PENDIENTE',
    },
    devices.count > 0 && {
      icon: TabletSmartphone,
      what: texts.requests(devices.count),
      sentence: namesOf(devices),
      action: texts.review,
      to: 'dispositivos',
    },
  ];
}

function decisions({ overspends, reviews, closedVouchers: { first, ...closed } }: MarketToday): Item[] {
  return [
    overspends.count > 0 && {
      icon: TriangleAlert,
      verdict: 'refused',
      what: texts.overspends(overspends.count, amountText(overspends.total)),
      sentence: overspends.count === 1 ? texts.code(overspends.code) : texts.lastCode(overspends.code),
      action: texts.assign,
      to: 'pendientes',
    },
    reviews.count > 0 && {
      icon: Scale,
      verdict: 'refused',
      what: texts.reviews(reviews.count, amountText(reviews.total)),
      sentence: texts.reviewsNote,
      action: texts.assign,
      to: 'pendientes',
    },
    first !== null && {
      icon: Scale,
      verdict: 'refused',
      what: texts.closedVouchers(closed.count, amountText(closed.total)),
      sentence: texts.closedVouchersNote(personName(first.name)),
      action: texts.see,
      to: `clientes?cliente=${first.customerId}`,
    },
  ];
}

function cash({ fullTills, devices, owed, dayToClose }: MarketToday): Item[] {
  return [
    // Cash that a manager has to fetch, before its point must send customers away.
    fullTills.count > 0 && {
      icon: HandCoins,
      verdict: 'pending',
      what: texts.fullTills(fullTills.count),
      sentence: namesOf(fullTills),
      action: texts.receive,
      to: 'caja?ver=recibir',
    },
    deviceItem(devices),
    owed.count > 0 && {
      icon: HandCoins,
      what: texts.pay(owed.count),
      sentence: amountText(owed.total),
      action: texts.payNow,
      to: 'caja',
    },
    dayToClose && {
      icon: LockKeyhole,
      what: texts.closeDay,
      sentence: texts.closeDayNote,
      action: texts.close,
      to: 'caja?ver=cierre',
    },
  ];
}

/** The first steps of a market without stalls or without top-up points. */
function firstSteps({ stalls, topUpPoints, approvals: waiting }: MarketToday): Item[] {
  const lacksStalls = stalls + waiting.stalls.count === 0;
  const lacksPoints = topUpPoints + waiting.topUpPoints.count === 0;
  return [
    lacksStalls && { icon: Store, ...texts.inviteStalls, action: texts.open, to: 'mercados-globales' },
    lacksPoints && { icon: Banknote, ...texts.invitePoints, action: texts.open, to: 'mercados-globales' },
    (lacksStalls || lacksPoints) && {
      icon: TabletSmartphone,
      ...texts.setLimits,
      action: texts.open,
      to: 'dispositivos',
    },
  ];
}

function namesOf({ count, names }: MarketToday['approvals']['stalls']): string {
  return texts.names(names.map(personName), count - names.length);
}

function deviceItem({ count, first }: MarketToday['devices']): Item {
  if (first === null) return false;
  const owes = texts.device(first.name, first.operations);
  return {
    icon: TabletSmartphone,
    verdict: 'pending',
    what: count === 1 ? owes : texts.devices(count),
    sentence: count === 1 ? contactText(first.lastSeenAt) : owes,
    action: texts.see,
    to: 'dispositivos',
  };
}

function contactText(lastSeenAt: string | null): string {
  if (lastSeenAt === null) return texts.neverSeen;
  return texts.silentSince(isToday(lastSeenAt) ? timeText(lastSeenAt) : dateTimeText(lastSeenAt));
}
