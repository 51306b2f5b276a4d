import { ScanQrCode } from 'lucide-react';
import { useOutboxSummary } from '#src/client/local/live.ts';
import type { Operation } from '#src/client/local/operation.ts';
import { saleAmountOf } from '#src/client/local/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { personName } from '#src/client/shared/names.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import { saleTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';

interface PendingSaleProps {
  /** of a sale that several codes pay: any of its shares */
  operation: Operation;
  onDone: () => void;
  onOutbox: () => void;
}

/** No answer. Accepted by the rules: the product may go, with a provisional number. Otherwise nothing may go yet. */
export function PendingSale({ operation, onDone, onOutbox }: PendingSaleProps) {
  const loadCommands = useCommands();
  const summary = useOutboxSummary();
  const { status, envelope, label } = operation;
  const isAccepted = status.offline?.kind === 'accepted';
  const facts: Fact[] = [
    ...(label !== null && label.userName !== ''
      ? [{ name: texts.customer, value: personName(label.userName) }]
      : []),
    ...(isAccepted ? [{ name: offlineTexts.operation, value: shortCodeOf(status.opId) }] : []),
    ...(envelope === null ? [] : [{ name: texts.time, value: timeText(envelope.occurredAt) }]),
    ...(summary === undefined
      ? []
      : [
          {
            name: isAccepted ? offlineTexts.toSend : texts.pendingName,
            value: `${summary.openCount} · ${amountText(summary.openSum)}`,
          },
        ]),
  ];
  return (
    <ResultScreen
      kind={isAccepted ? 'accepted' : 'pending'}
      verdict={isAccepted ? offlineTexts.accepted : texts.pending}
      amount={amountText(saleAmountOf(operation))}
      notes={<AmountNotes amount={saleAmountOf(operation)} size="full" />}
      message={
        isAccepted ? (
          <>
            <p>{offlineTexts.acceptedNote}</p>
            <small>{offlineTexts.acceptedLater}</small>
          </>
        ) : (
          messageOf(operation).map((line) => <p key={line}>{line}</p>)
        )
      }
      facts={facts}
      delivery={{ deliver: isAccepted, text: isAccepted ? texts.deliver : texts.doNotDeliver }}
      actions={
        <>
          {status.offline?.kind === 'deciding' && (
            <Button
              variant="secondary"
              onClick={() =>
                void loadCommands()
                  .then((commands) => commands.accept(status.opId))
                  .catch(reportStorageFailure)
              }
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

function messageOf({ status }: Operation): readonly string[] {
  if (status.offline?.kind !== 'refused') return texts.pendingNote;
  const { reason, most } = status.offline;
  return [
    offlineRefusalTexts[reason],
    most > 0 ? offlineTexts.most(amountText(most)) : offlineTexts.none,
    ...texts.pendingNote,
  ];
}
