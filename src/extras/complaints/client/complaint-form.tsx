import { Copy, type LucideIcon, PackageX, ReceiptText, UserRoundX } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { TextAreaField } from '#src/client/ui/fields/text-area-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { longestWords, type ComplaintReason } from '../contract/schemas.ts';
import { complaintReasonTexts } from '../texts/complaint-reason-texts.ts';
import { complaintTexts as texts } from '../texts/complaint-texts.ts';
import styles from './complaint-form.module.css';

const reasons: { reason: ComplaintReason; icon: LucideIcon }[] = [
  { reason: 'NOT_MINE', icon: UserRoundX },
  { reason: 'OTHER_AMOUNT', icon: ReceiptText },
  { reason: 'TWICE', icon: Copy },
  { reason: 'NOT_DELIVERED', icon: PackageX },
];

interface ComplaintFormProps {
  /** Resolves to the sentence of the failure, or null on success. */
  onSend: (complaint: { reason: ComplaintReason; words: string }) => Promise<string | null>;
  /** A further line, such as the date by which an answer is due. */
  foot?: string;
}

/** The customer chooses a reason with one tap and may add a sentence. */
export function ComplaintForm({ onSend, foot }: ComplaintFormProps) {
  const name = useId();
  const [reason, setReason] = useState<ComplaintReason | null>(null);
  const [words, setWords] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (reason === null) return;
    setBusy(true);
    setFailure((await onSend({ reason, words: words.trim() })) ?? '');
    setBusy(false);
  }

  return (
    // No form element, because on a customer's page it is inside the form of the purchase.
    <div className="stack">
      <fieldset className={styles.reasons}>
        <legend>{texts.what}</legend>
        {reasons.map((one) => (
          <label key={one.reason} className={styles.reason}>
            <Icon of={one.icon} size={24} />
            <span>{complaintReasonTexts[one.reason]}</span>
            <input
              type="radio"
              name={name}
              checked={reason === one.reason}
              onChange={() => setReason(one.reason)}
            />
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={texts.more}
        maxLength={longestWords}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {failure !== '' && <Notice kind="refused">{failure}</Notice>}
      {foot !== undefined && <p>{foot}</p>}
      <Button wide busy={busy} disabled={reason === null} onClick={() => void send()}>
        {texts.send}
      </Button>
    </div>
  );
}
