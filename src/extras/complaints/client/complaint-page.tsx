import { ArrowLeft, ScanQrCode, Send, Wifi, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { TextAreaField } from '#src/client/ui/fields/text-area-field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { complaintCalls } from '#src/extras/complaints/contract/calls.ts';
import { type ComplaintDetail, longestWords } from '#src/extras/complaints/contract/schemas.ts';
import { complaintTexts } from '#src/extras/complaints/texts/complaint-texts.ts';
import { complaintsTexts as texts } from '#src/extras/complaints/texts/complaints-texts.ts';
import { AnswerForm } from './answer-form.tsx';
import { complaintKeys, complaintChanged } from './complaint-keys.ts';
import { DueBadge } from './due-badge.tsx';
import styles from './complaints.module.css';

interface ComplaintPageProps {
  id: string;
  userType: UserType;
  onBack: () => void;
}

/**
 * Shows one complaint: what was said, how the purchase was charged, the statements of both sides, and the
 * decision.
 */
export function ComplaintPage({ id, userType, onBack }: ComplaintPageProps) {
  const query = useRead(complaintKeys.one(id), () =>
    callServer(complaintCalls.findComplaint, { params: { id } }),
  );
  return (
    <>
      <div>
        <Button variant="text" size="row" icon={ArrowLeft} ref={focusOnMount} onClick={onBack}>
          {texts.back}
        </Button>
      </div>
      <ListBody query={query} data={query.data} skeletonRows={4} bare>
        {(complaint) => (
          <>
            <h1>{texts.one(complaint.number)}</h1>
            <header className={styles.head}>
              <DueBadge complaint={complaint} />
              <strong className={styles.amount}>{amountText(complaint.price)}</strong>
            </header>
            <h2>{texts.says(personName(complaint.userName), complaint.reason)}</h2>
            <p>
              {complaint.estanteName} · {complaint.codeCompra}
            </p>
            <Trace trace={complaint.trace} />
            <Said who={personName(complaint.userName)} at={complaint.createAt} words={complaint.words} />
            {complaint.stall !== null && (
              <Said
                who={userType === 'ESTANTE' ? texts.you : complaint.estanteName}
                at={complaint.stall.createAt}
                words={complaint.stall.words}
                isOwn={userType === 'ESTANTE'}
              />
            )}
            {complaint.answer !== null && <Answer complaint={complaint} />}
            {complaint.answer === null && userType === 'ESTANTE' && <StallStatementForm id={id} />}
            {complaint.answer === null && userType !== 'ADMIN' && (
              <AnswerForm complaint={complaint} isMarket={userType === 'GLOBAL_MARKET'} />
            )}
          </>
        )}
      </ListBody>
    </>
  );
}

function Trace({ trace }: Pick<ComplaintDetail, 'trace'>) {
  const { readAt, deviceName, operatorName, seq, isOffline, listAt, arrivedAt, blockedAt } = trace;
  const isOfDevice = deviceName !== '' || operatorName !== '';
  return (
    <Panel className={styles.panel}>
      <h2>{texts.how}</h2>
      <ul className={styles.trace}>
        <li>
          <Icon of={ScanQrCode} size={24} />
          <span>
            <b>{texts.read(dateTimeText(readAt ?? arrivedAt))}</b>
            {isOfDevice ? texts.device(deviceName, personName(operatorName)) : texts.byHolder}
          </span>
        </li>
        <li>
          <Icon of={isOffline ? WifiOff : Wifi} size={24} />
          <span>
            {isOffline
              ? texts.acceptedAway(listAt === null ? null : dateTimeText(listAt))
              : texts.acceptedOnline}
          </span>
        </li>
        <li>
          <Icon of={Send} size={24} />
          <span>
            <b>{texts.arrived(dateTimeText(arrivedAt))}</b>
            {seq !== null && texts.operation(seq)}
          </span>
        </li>
      </ul>
      {blockedAt !== null && <p>{texts.blocked(dateTimeText(blockedAt))}</p>}
    </Panel>
  );
}

function Said({
  who,
  at,
  words,
  isOwn = false,
}: {
  who: string;
  at: string;
  words: string;
  isOwn?: boolean;
}) {
  if (words === '') return null;
  return (
    <blockquote className={isOwn ? `${styles.said} ${styles.own}` : styles.said}>
      <b>
        {who} · {dateTimeText(at)}
      </b>
      {words}
    </blockquote>
  );
}

function Answer({ complaint }: { complaint: ComplaintDetail }) {
  const { answer, price } = complaint;
  if (answer === null) return null;
  return (
    <Panel className={styles.panel}>
      <h2>{texts.decided(answer.verdict)}</h2>
      {answer.words !== '' && <p>«{answer.words}»</p>}
      <p>{complaintTexts.stands(amountText(price), amountText(answer.stands))}</p>
      <p>{complaintTexts.answeredBy(answer.by, dateTimeText(answer.createAt))}</p>
    </Panel>
  );
}

/** The stall's statement, for the market and the customer. */
function StallStatementForm({ id }: { id: string }) {
  const [words, setWords] = useState('');
  const say = useChange(
    complaintChanged,
    () => callServer(complaintCalls.sayOfComplaint, { body: { id, words: words.trim() } }),
    () => {
      setWords('');
      showToast('success', texts.saySent);
    },
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') say.mutate();
      }}
    >
      <TextAreaField
        label={texts.sayTitle}
        maxLength={longestWords}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <FailureNotice error={say.error} />
      <div>
        <Button type="submit" icon={Send} busy={say.isPending} disabled={words.trim() === ''}>
          {texts.say}
        </Button>
      </div>
    </form>
  );
}
