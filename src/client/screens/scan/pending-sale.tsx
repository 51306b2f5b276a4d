import { ScanQrCode } from 'lucide-react';
import { acceptNow } from '#src/client/commands/offline-desk.ts';
import { useOutboxSummary } from '#src/client/local/live.ts';
import type { Operation } from '#src/client/local/operation.ts';
import { amountOf } from '#src/client/local/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { deskCrypto } from '#src/client/shared/operation/desk-crypto.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/offline-texts.ts';
import { saleTexts as texts } from '#src/client/texts/sale-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Fact } from '#src/client/ui/fact-list.tsx';
import { ResultScreen } from '#src/client/ui/result-screen.tsx';
import { shortCodeOf } from '#src/domain/short-code.ts';

interface PendingSaleProps {
  operation: Operation;
  onDone: () => void;
  onOutbox: () => void;
}

/** No answer. Accepted by the rules: the product may go, with a provisional number. Otherwise nothing may go yet. */
export function PendingSale({ operation, onDone, onOutbox }: PendingSaleProps) {
  const summary = useOutboxSummary();
  const { fate, envelope, label } = operation;
  const isAccepted = fate.offline?.kind === 'accepted';
  const facts: Fact[] = [
    ...(label !== null && label.userName !== ''
      ? [{ name: texts.customer, value: personName(label.userName) }]
      : []),
    ...(isAccepted ? [{ name: offlineTexts.operation, value: shortCodeOf(fate.opId) }] : []),
    ...(envelope === null ? [] : [{ name: texts.time, value: timeText(envelope.occurredAt) }]),
    ...(summary === undefined
      ? []
      : [{ name: texts.pendingName, value: `${summary.openCount} · ${amountText(summary.openSum)}` }]),
  ];
  return (
    <ResultScreen
      kind="pending"
      verdict={texts.pending}
      amount={amountText(amountOf(operation))}
      message={messageOf(operation).map((line) => (
        <p key={line}>{line}</p>
      ))}
      facts={facts}
      delivery={{ deliver: isAccepted, text: isAccepted ? texts.deliver : texts.doNotDeliver }}
      actions={
        <>
          {fate.offline?.kind === 'deciding' && (
            <Button
              variant="secondary"
              onClick={() => void acceptNow(deskCrypto, fate.opId).catch(reportStorageFailure)}
            >
              {offlineTexts.acceptNow}
            </Button>
          )}
          <Button size="money" icon={ScanQrCode} onClick={onDone}>
            {texts.another}
          </Button>
          <Button variant="secondary" onClick={onOutbox}>
            {texts.seeOutbox}
          </Button>
        </>
      }
    />
  );
}

function messageOf({ fate }: Operation): readonly string[] {
  if (fate.offline?.kind === 'accepted') return offlineTexts.acceptedNote;
  if (fate.offline?.kind !== 'refused') return texts.pendingNote;
  const { reason, most } = fate.offline;
  return [
    offlineRefusalTexts[reason],
    most > 0 ? offlineTexts.most(amountText(most)) : offlineTexts.none,
    ...texts.pendingNote,
  ];
}
