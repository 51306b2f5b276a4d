import type { Language } from './use-words.ts';
import styles from './language-switch.module.css';

interface LanguageSwitchProps {
  language: Language;
  onChoose: (language: Language) => void;
}

/** Switch labelled with the other language, in that language. */
export function LanguageSwitch({ language, onChoose }: LanguageSwitchProps) {
  const other = language === 'es' ? 'en' : 'es';
  return (
    <button
      type="button"
      lang={other}
      className={`plain small strong end ${styles.language}`}
      onClick={() => onChoose(other)}
    >
      {other === 'en' ? 'English' : 'Español'}
    </button>
  );
}
