import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { purchaseDetailTexts as texts } from '#src/client/texts/purchases/purchases-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { maxLength } from '#src/contract/limits.ts';

/** Reasons of a void in one tap; the last one opens a text field. */
export function ReasonChips({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <ReasonChoice
        title={texts.why}
        reasons={[...texts.reasons, texts.other].map((label) => ({ value: label, label }))}
        chosen={chosen}
        onChoose={(name) => {
          setChosen(name);
          onReason(name === texts.other ? '' : name);
        }}
      />
      {chosen === texts.other && (
        <Field
          label={texts.reason}
          hint={texts.reasonHint}
          maxLength={maxLength.reason}
          data-safe
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
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
      <div className="grid" role="group" aria-labelledby={id}>
        {reasons.map(({ value, label }, place) => (
          <button
            key={value}
            type="button"
            className="chip strong"
            aria-pressed={chosen === value}
            onClick={() => onChoose(value)}
            {...(place === 0 ? { 'data-safe': true } : {})}
          >
            {chosen === value && <Icon of={Check} size={20} />}
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
