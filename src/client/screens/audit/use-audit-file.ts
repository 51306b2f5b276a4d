import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { today } from '#src/client/shared/period/period.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { auditTexts as texts, decisionTexts } from '#src/client/texts/office/audit-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { DecisionQuery, DecisionRow } from '#src/contract/accounts/decision.ts';
import { changeLine, changesOf, subjectKindOf } from './facts-in-words.ts';

const perCall = 100;
const most = 5000;

/** All that the filters let through, as one file; `gathered` counts while they come. */
export function useAuditFile(deviceName: (id: string | null) => string) {
  const [gathered, setGathered] = useState<number | null>(null);

  async function save(wanted: DecisionQuery): Promise<void> {
    if (gathered !== null) return;
    const rows: DecisionRow[] = [];
    let cursor: string | undefined;
    setGathered(0);
    do {
      const outcome = await callServer(accountCalls.listDecisions, {
        query: { ...wanted, limit: perCall, ...(cursor ? { cursor } : {}) },
      });
      if (outcome.kind !== 'ok') {
        setGathered(null);
        showToast('error', failureText(outcome));
        return;
      }
      rows.push(...outcome.data.items);
      cursor = outcome.data.nextCursor ?? undefined;
      setGathered(rows.length);
    } while (cursor !== undefined && rows.length < most);
    setGathered(null);
    if (cursor !== undefined) showToast('info', texts.tooMany(rows.length));
    const sheet = { name: texts.title, head, rows: rows.map((row) => lineOf(row, deviceName)) };
    downloadFile(csvFile([sheet]), `${texts.fileName}-${today()}.csv`);
  }

  return { gathered, save };
}

const head = [
  texts.when,
  texts.what,
  texts.who,
  texts.subject,
  texts.device,
  texts.market,
  texts.change,
  texts.code,
];

function lineOf(row: DecisionRow, deviceName: (id: string | null) => string): string[] {
  return [
    dateTimeText(row.createAt),
    decisionTexts[row.kind],
    row.actorName === '' ? texts.nobody : row.actorName,
    [subjectKindOf(row), row.subject.name].filter(Boolean).join(' '),
    deviceName(row.deviceId),
    row.marketName,
    changesOf(row).map(changeLine).join(' · '),
    row.subject.id,
  ];
}
