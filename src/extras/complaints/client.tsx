import { MessageSquareWarning } from 'lucide-react';
import { lazy } from 'react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import { toDoTexts } from '#src/client/texts/home-texts.ts';
import { keptLines } from './client/kept-lines.ts';
import { complaintNameTexts as texts } from './texts/complaint-name-texts.ts';

export const complaints = {
  pages: [
    {
      path: 'reclamos',
      label: texts.title,
      icon: MessageSquareWarning,
      isInner: true,
      from: ['ventas', 'clientes'],
      roles: ['ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE'],
      after: 'ajustes',
      Screen: lazy(() =>
        import('./client/complaints-screen.tsx').then((m) => ({ default: m.ComplaintsScreen })),
      ),
    },
  ],
  stallCount: { head: texts.title, of: ({ complaints: count }) => count },
  toDo: {
    after: 'reviews',
    item: ({ complaints: { count, overdue } }) =>
      count === 0
        ? null
        : {
            id: 'complaints',
            icon: MessageSquareWarning,
            tone: overdue > 0 ? 'refused' : 'pending',
            title: texts.count(count, overdue),
            note: texts.countNote,
            action: toDoTexts.review,
            to: 'reclamos',
          },
  },
  links: [
    {
      page: 'ventas',
      roles: ['ADMIN', 'GLOBAL_MARKET', 'ESTANTE'],
      to: 'reclamos',
      icon: MessageSquareWarning,
      text: texts.title,
    },
    {
      page: 'clientes',
      roles: ['RECARGA'],
      to: 'reclamos',
      icon: MessageSquareWarning,
      text: texts.fileTitle,
    },
  ],
  settings: {
    legend: texts.title,
    numbers: [
      { of: 'complaintDays', label: texts.complaintDays, hint: texts.daysHint, min: 1, max: 90 },
      { of: 'answerDays', label: texts.answerDays, hint: texts.daysHint, min: 1, max: 90 },
    ],
  },
  kept: { title: texts.title, lines: keptLines },
} satisfies ClientExtra;
