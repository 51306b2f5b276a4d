import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { ReasonField } from '#src/client/form/confirm-dialog.tsx';
import { purchaseDetailTexts as texts } from '#src/client/texts/purchases/purchases-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './reason-chips.module.css';

interface ReasonChipsProps {
  reasons: readonly string[];
  reason: string;
  onReason: (reason: string) => void;
}

/** Reasons in one tap; the last one opens a text field. */
export function ReasonChips({ reasons, reason, onReason }: ReasonChipsProps) {
  const [isOther, setOther] = useState(false);
  const title = useId();
  return (
    <>
      <p id={title} className="strong">
        {texts.why}
      </p>
      <div className={styles.chips} role="group" aria-labelledby={title}>
        {reasons.map((name, place) => (
          <Chip
            key={name}
            name={name}
            isFirst={place === 0}
            isChosen={!isOther && reason === name}
            onChoose={() => {
              setOther(false);
              onReason(name);
            }}
          />
        ))}
        <Chip
          name={texts.other}
          isFirst={false}
          isChosen={isOther}
          onChoose={() => {
            setOther(true);
            onReason('');
          }}
        />
      </div>
      {isOther && (
        <ReasonField first label={texts.reason} hint={texts.reasonHint} reason={reason} onReason={onReason} />
      )}
    </>
  );
}

interface ReasonChoiceProps<Reason extends string> {
  title: string;
  reasons: readonly { value: Reason; label: string }[];
  chosen: Reason | null;
  onChoose: (reason: Reason) => void;
}

/** A reason from a closed list, in one tap. */
export function ReasonChoice<Reason extends string>(props: ReasonChoiceProps<Reason>) {
  const { title, reasons, chosen, onChoose } = props;
  const id = useId();
  return (
    <>
      <p id={id} className="strong">
        {title}
      </p>
      <div className={styles.chips} role="group" aria-labelledby={id}>
        {reasons.map(({ value, label }, place) => (
          <Chip
            key={value}
            name={label}
            isFirst={place === 0}
            isChosen={chosen === value}
            onChoose={() => onChoose(value)}
          />
        ))}
      </div>
    </>
  );
}

interface ChipProps {
  name: string;
  isFirst: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Chip({ name, isFirst, isChosen, onChoose }: ChipProps) {
  return (
    <button
      type="button"
      className={`row ${styles.chip}`}
      aria-pressed={isChosen}
      onClick={onChoose}
      {...(isFirst ? { 'data-safe': true } : {})}
    >
      {isChosen && <Icon of={Check} size={20} />}
      {name}
    </button>
  );
}
