import { MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText, dateTimeText } from '#src/client/shared/dates.ts';
import type { LoadPurchaseRow } from '#src/client/shared/extra.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { VoucherId } from '#src/contract/brands.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { complaintCalls } from '../contract/calls.ts';
import type { Complaint, HolderComplaints } from '../contract/schemas.ts';
import { complaintReasonTexts } from '../texts/complaint-reason-texts.ts';
import { complaintTexts as texts, complaintVerdictTexts } from '../texts/complaint-texts.ts';
import { ComplaintForm } from './complaint-form.tsx';
import styles from './purchase-complaint.module.css';

/** Returns null if the server is unreachable, so that a complaint that could not be sent is not offered. */
export const loadPurchaseComplaint: LoadPurchaseRow = async (codeQrUuid) => {
  const read = await callServer(complaintCalls.readHolderComplaints, { params: { id: codeQrUuid } });
  if (read.kind !== 'ok') return null;
  return ({ row }) => <PurchaseComplaint row={row} codeQrUuid={codeQrUuid} known={read.data} />;
};

const dayMs = 86_400_000;

interface PurchaseComplaintProps {
  row: PurchaseRow;
  codeQrUuid: VoucherId;
  known: HolderComplaints;
}

/** Below a purchase: the form of a complaint, and its answer. */
function PurchaseComplaint({ row, codeQrUuid, known }: PurchaseComplaintProps) {
  const [filed, setFiled] = useState<Complaint | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(Date.now);
  const complaint = filed ?? known.items.find(({ codeCompra }) => codeCompra === row.codeCompra);
  if (complaint) return <Answer complaint={complaint} />;
  const until = Date.parse(row.createAt) + known.days * dayMs;
  if (until < now || row.voided !== undefined) return null;
  return (
    <div className={styles.complaint}>
      <Button
        variant="secondary"
        size="row"
        icon={MessageSquareWarning}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.cancel : texts.open}
      </Button>
      {isOpen && (
        <ComplaintForm
          foot={texts.until(dateText(until))}
          onSend={async (said) => {
            const outcome = await callServer(complaintCalls.fileComplaint, {
              body: { codeCompra: row.codeCompra, codeQrUuid, ...said },
            });
            if (outcome.kind !== 'ok') return failureText(outcome);
            setFiled(outcome.data);
            return null;
          }}
        />
      )}
    </div>
  );
}

function Answer({ complaint }: { complaint: Complaint }) {
  const { number, reason, words, dueAt, answer, price, stall, estanteName } = complaint;
  return (
    <div className={styles.complaint} role="status">
      <b>
        {texts.number(number)}
        {answer !== null && `: ${complaintVerdictTexts[answer.verdict]}`}
      </b>
      {answer === null && <span>{texts.answerBefore(dateText(dueAt))}</span>}
      {answer !== null && answer.returned > 0 && <span>{texts.returned(amountText(answer.returned))}</span>}
      {answer !== null && <span>{texts.stands(amountText(price), amountText(answer.stands))}</span>}
      {answer !== null && answer.words !== '' && <span>«{answer.words}»</span>}
      {answer !== null && <small>{texts.answeredBy(answer.by, dateTimeText(answer.createAt))}</small>}
      <small>
        {texts.said(complaintReasonTexts[reason])}
        {words !== '' && ` «${words}»`}
      </small>
      {stall !== null && (
        <small>
          {estanteName}: «{stall.words}»
        </small>
      )}
    </div>
  );
}
