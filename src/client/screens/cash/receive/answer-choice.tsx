import { useId } from 'react';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { answersFor, type Counted, type DifferenceAnswer } from './consequence.ts';
import styles from './receive.module.css';

interface AnswerChoiceProps {
  counted: Counted;
  /** Null until one is chosen. */
  answer: DifferenceAnswer | null;
  onAnswer: (answer: DifferenceAnswer) => void;
}

/** "¿Dónde están los $2,000 que faltan?" */
export function AnswerChoice({ counted, answer, onAnswer }: AnswerChoiceProps) {
  const name = useId();
  const difference = counted.counted - counted.expected;
  const side = difference < 0 ? 'short' : 'over';
  return (
    <fieldset className="column">
      <legend>{texts.who[side](amountText(Math.abs(difference)))}</legend>
      {answersFor(counted).map((value) => (
        <label key={value} className={`row-12 ${styles.answer}`} aria-label={texts.answers[value][side]}>
          <input type="radio" name={name} checked={value === answer} onChange={() => onAnswer(value)} />
          <span>
            <b>{texts.answers[value][side]}</b>
            <span>{texts.answerNotes[value][side]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
