import { CircleX, type LucideIcon, Split, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { TextAreaField } from '#src/client/ui/fields/text-area-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { complaintCalls } from '../contract/calls.ts';
import { longestWords, type ComplaintDetail, type ComplaintVerdict } from '../contract/schemas.ts';
import { complaintsTexts as texts } from '../texts/complaints-texts.ts';
import { complaintChanged } from './complaint-keys.ts';
import styles from './complaints.module.css';

interface AnswerFormProps {
  complaint: ComplaintDetail;
  /** True for the market: only it may choose "no procede". */
  isMarket: boolean;
}

/** Answers with all, a part, or nothing and a reason; the button repeats the amount returned. */
export function AnswerForm({ complaint, isMarket }: AnswerFormProps) {
  const { _id, left } = complaint;
  const [verdict, setVerdict] = useState<ComplaintVerdict | null>(null);
  const [part, setPart] = useState(toAmount(0));
  const [words, setWords] = useState('');
  const [isAsked, setAsked] = useState(false);
  const staleAfter = useStaleAfter();
  const amount = verdict === 'PART' ? part : left;
  const isReady =
    verdict !== null &&
    (verdict !== 'NONE' || words.trim() !== '') &&
    (verdict !== 'PART' || (part > 0 && part <= left));
  return (
    <div className={styles.form}>
      <Verdicts left={left} isMarket={isMarket} verdict={verdict} onVerdict={setVerdict} />
      {verdict === 'PART' && (
        <AmountField
          label={texts.amount}
          symbol={currencySymbol()}
          amount={part}
          onAmount={(typed) => setPart(toAmount(typed))}
          max={left}
        />
      )}
      <TextAreaField
        label={verdict === 'NONE' ? texts.wordsNeeded : texts.words}
        maxLength={longestWords}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div>
        <Button disabled={!isReady} onClick={() => setAsked(true)}>
          {verdict === 'NONE' ? texts.close : texts.giveBack(amountText(amount))}
        </Button>
      </div>
      {isAsked && verdict !== null && (
        <MoneyConfirm
          subject={`complaint ${_id}`}
          send={(opId, body) => callServer(complaintCalls.answerComplaint, { opId, body })}
          body={{ id: _id, verdict, words: words.trim(), ...(verdict === 'PART' ? { monto: part } : {}) }}
          isReady
          title={verdict === 'NONE' ? texts.askNone : texts.ask(amountText(amount))}
          no={texts.no}
          yes={texts.yes}
          onNo={() => setAsked(false)}
          onDone={() => {
            showToast('success', texts.done);
            setAsked(false);
            void staleAfter(complaintChanged);
          }}
        >
          <p>{texts.askNote}</p>
        </MoneyConfirm>
      )}
    </div>
  );
}

interface VerdictsProps {
  /** Amount that can still be returned. */
  left: number;
  isMarket: boolean;
  verdict: ComplaintVerdict | null;
  onVerdict: (verdict: ComplaintVerdict) => void;
}

function Verdicts({ left, isMarket, verdict, onVerdict }: VerdictsProps) {
  const choices: { value: ComplaintVerdict; icon: LucideIcon; label: string }[] = [
    { value: 'ALL', icon: Undo2, label: texts.all(amountText(left)) },
    { value: 'PART', icon: Split, label: texts.part },
    { value: 'NONE', icon: CircleX, label: texts.nothing },
  ];
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.decideTitle}</legend>
      {choices
        .filter(({ value }) => isMarket || value !== 'NONE')
        .map(({ value, icon, label }) => (
          <label key={value} className={styles.choice}>
            <Icon of={icon} size={24} />
            <span>{label}</span>
            <input
              type="radio"
              name="verdict"
              checked={verdict === value}
              onChange={() => onVerdict(value)}
            />
          </label>
        ))}
    </fieldset>
  );
}
