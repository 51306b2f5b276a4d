import { CircleQuestionMark, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { questionTexts, restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import {
  restoreKinds,
  type Confirmation,
  type Restore,
  type RestoreKind,
} from '#src/contract/restored/schemas.ts';
import { LastKnown } from './last-known.tsx';
import { momentText, ofMomentText } from './moment-text.ts';
import { NothingMore } from './nothing-more.tsx';
import { paperText } from './paper-text.ts';
import styles from './restored.module.css';

interface PapersPanelProps {
  restore: Restore;
  open: readonly RestoreKind[];
}

/**
 * Only a person with the papers can answer: lists confirmed papers, and asks for each kind without an answer.
 */
export function PapersPanel({ restore, open }: PapersPanelProps) {
  const { knownUntil, startedAt, confirmed } = restore;
  const [withdrawing, setWithdrawing] = useState<Confirmation | null>(null);
  const [isAsked, setAsked] = useState(false);
  return (
    <Panel className={styles.panel} id="papeles" tabIndex={-1} aria-labelledby="confirme">
      <h2 id="confirme">{texts.papersTitle}</h2>
      <p className="soft">
        {knownUntil === null
          ? texts.papersLostUnknown(ofMomentText(startedAt))
          : texts.papersLost(momentText(knownUntil), momentText(startedAt))}{' '}
        <LastKnown kind="payouts" restore={restore} />
      </p>
      <ul className={styles.rows}>
        {restoreKinds.map((kind) => (
          <Kind
            key={kind}
            kind={kind}
            restore={restore}
            isOpen={open.includes(kind)}
            onWithdraw={setWithdrawing}
          >
            {confirmed.filter((paper) => paper.kind === kind && paper.state !== 'withdrawn')}
          </Kind>
        ))}
      </ul>
      {open.length > 0 && (
        <div className={styles.onPhone}>
          <Button variant="secondary" wide onClick={() => setAsked(true)}>
            {texts.nothingMore}
          </Button>
        </div>
      )}
      {isAsked && <NothingMore epoch={restore.epoch} kinds={open} onClose={() => setAsked(false)} />}
      {withdrawing !== null && <WithdrawPaper paper={withdrawing} onClose={() => setWithdrawing(null)} />}
    </Panel>
  );
}

interface KindProps {
  kind: RestoreKind;
  restore: Restore;
  isOpen: boolean;
  children: readonly Confirmation[];
  onWithdraw: (paper: Confirmation) => void;
}

function Kind({ kind, restore, isOpen, children: papers, onWithdraw }: KindProps) {
  const question = questionTexts[kind];
  const answer = restore.answers.find((one) => one.kind === kind);
  return (
    <>
      {papers.map((paper) => (
        <Paper key={paper._id} paper={paper} onWithdraw={() => onWithdraw(paper)} />
      ))}
      {isOpen && (
        <li className={styles.row}>
          <Icon of={CircleQuestionMark} size={24} />
          <div className={styles.words}>
            <b>{question.ask(papers.length === 0)}</b>
            <span>{question.note(restore.last[kind]?.code ?? null)}</span>
          </div>
          <Link
            to={`?que=${kind}`}
            className={buttonClass({ size: 'base', variant: kind === 'payouts' ? 'primary' : 'secondary' })}
          >
            {question.action}
          </Link>
        </li>
      )}
      {answer !== undefined && (
        <li className={styles.row}>
          <Icon of={ReceiptText} size={24} />
          <div className={styles.words}>
            <b>{question.gone}</b>
            <span>{texts.answeredBy(personName(answer.saidBy), momentText(answer.createAt))}</span>
          </div>
          <Badge kind="paid">{texts.answered}</Badge>
        </li>
      )}
    </>
  );
}

function Paper({ paper, onWithdraw }: { paper: Confirmation; onWithdraw: () => void }) {
  const { title, note } = paperText(paper);
  return (
    <li className={styles.row}>
      <Icon of={ReceiptText} size={24} />
      <div className={styles.words}>
        <b>{title}</b>
        <span>{note}</span>
      </div>
      {paper.state === 'posted' ? (
        <Badge kind="paid">{questionTexts[paper.kind].posted}</Badge>
      ) : (
        <div className={styles.waiting}>
          <Badge kind="pending">{texts.awaited}</Badge>
          <Button variant="text" aria-label={texts.withdrawOf(title)} onClick={onWithdraw}>
            {texts.withdraw}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Withdraws a paper that was typed wrong or whose sales never come back, so that nothing waits for it. */
function WithdrawPaper({ paper, onClose }: { paper: Confirmation; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const staleAfter = useStaleAfter();
  return (
    <MoneyConfirm
      subject={`withdraw ${paper._id}`}
      body={{ id: paper._id, reason: reason.trim() }}
      send={(opId, body) => callServer(restoredCalls.withdrawConfirmed, { opId, body })}
      isReady={reason.trim() !== ''}
      title={texts.withdrawTitle}
      no={texts.withdrawNo}
      yes={texts.withdraw}
      tone="danger"
      onNo={onClose}
      onDone={() => {
        showToast('success', texts.withdrawn);
        void staleAfter('restore confirmed');
        onClose();
      }}
    >
      <p>
        <b>{paperText(paper).title}</b>
      </p>
      <p>{texts.withdrawNote}</p>
      <ReasonField
        first
        label={texts.withdrawReason}
        hint={texts.withdrawHint}
        reason={reason}
        onReason={setReason}
      />
    </MoneyConfirm>
  );
}
