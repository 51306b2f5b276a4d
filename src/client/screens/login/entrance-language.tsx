import { type ReactNode, useEffect } from 'react';
import { LanguageSwitch } from '#src/client/shared/entrance/language-switch.tsx';
import { useWords } from '#src/client/shared/entrance/use-words.ts';
import { entranceTexts, type EntranceTexts } from '#src/client/texts/accounts/login-texts.ts';

const loadEnglish = () =>
  import('#src/client/texts/english/entrance-english.ts').then((m) => m.entranceEnglish);

/** Language switch of the sign-in page. Passes on the texts in the chosen language. */
export function EntranceLanguage({ onWords }: { onWords: (words: EntranceTexts) => void }): ReactNode {
  const { words, choose } = useWords(entranceTexts, loadEnglish);
  useEffect(() => {
    onWords(words);
  }, [words, onWords]);
  return <LanguageSwitch language={words.lang} onChoose={choose} />;
}
