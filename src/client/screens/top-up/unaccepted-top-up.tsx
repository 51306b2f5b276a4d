import { Banknote, Hourglass } from 'lucide-react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { offlineRefusalOf } from '#src/client/money/operation/refusal-message.ts';
import { SignInButton } from '#src/client/money/operation/sign-in-button.tsx';
import { useUnaccepted } from '#src/client/money/operation/use-unaccepted.ts';
import { WaitingActs, WaitingCause } from '#src/client/money/operation/waiting.tsx';
import { offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import { pointPlace, staffWaitingTexts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { focusResult } from '#src/client/ui/focus-result.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import styles from '#src/client/money/voucher/voucher-panel.module.css';

interface UnacceptedTopUpProps {
  operation: Operation;
  /** An enrolled device asks for the reason and reports it in its journal. */
  onUndo: (() => void) | undefined;
}

/** Cash in hand and no voucher: what to do with the cash, the reason, and the way back. */
export function UnacceptedTopUp({ operation, onUndo }: UnacceptedTopUpProps) {
  const unaccepted = useUnaccepted(operation);
  const isEnrolled = useDeviceFacts()?.state === 'active';
  const { envelope, label } = operation;
  const refusal = offlineRefusalOf(operation.status);
  const why = refusal === null ? [] : [offlineRefusalTexts[refusal.reason]];
  return (
    <Panel state="pending" className={styles.outcome} role="alert">
      <h2
        ref={focusResult}
        tabIndex={-1}
        className={`row-12 pad-row bold breaks ${styles.head}`}
        data-tone="pending"
      >
        <Icon of={Hourglass} size={32} />
        {texts.pending}
      </h2>
      <div className={`stack-20 pad ${styles.body}`}>
        <div className="stack-8 pad-strip" data-tone="pending">
          <p className={styles.message}>
            <Icon of={Banknote} />
            {staffWaitingTexts.keepCash}
          </p>
          <WaitingCause cause={unaccepted.cause} place={pointPlace} before={why} />
        </div>
        <FactList
          facts={[
            { name: texts.name, value: personName(label?.userName ?? '') },
            { name: texts.amount, value: amountText(amountOf(operation)) },
            ...(envelope === null
              ? []
              : [{ name: texts.createdAt, value: dateTimeText(envelope.occurredAt) }]),
          ]}
        />
        <div className="stack-8">
          <WaitingActs
            unaccepted={unaccepted}
            place={pointPlace}
            signIn={<SignInButton />}
            beside={null}
            onTakeBack={isEnrolled ? onUndo : undefined}
          />
        </div>
      </div>
    </Panel>
  );
}
