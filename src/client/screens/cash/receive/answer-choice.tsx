import { useId } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import type { DifferenceAnswer } from '#src/contract/cash/till-hand-over.ts';
import styles from './receive.module.css';

interface AnswerChoiceProps<Answer extends DifferenceAnswer> {
  /** Counted less declared, in the smallest unit shown. */
  difference: number;
  /** Null until a person is chosen. */
  answer: Answer | null;
  answers: readonly Answer[];
  onAnswer: (answer: Answer) => void;
}

/** "¿Quién responde por $2,000?" */
export function AnswerChoice<Answer extends DifferenceAnswer>({
  difference,
  answer,
  answers,
  onAnswer,
}: AnswerChoiceProps<Answer>) {
  const name = useId();
  const side = difference < 0 ? 'short' : 'over';
  return (
    <fieldset className={styles.answers}>
      <legend>{texts.who(amountText(Math.abs(difference)))}</legend>
      {answers.map((value) => (
        <label key={value} className={styles.answer} aria-label={texts.answers[value]}>
          <input type="radio" name={name} checked={value === answer} onChange={() => onAnswer(value)} />
          <span>
            <b>{texts.answers[value]}</b>
            <span>{texts.answerNotes[value][side]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
