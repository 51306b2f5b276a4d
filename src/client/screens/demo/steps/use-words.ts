import { useEffect, useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';

export type Language = 'es' | 'en';

/**
 * Returns the texts of a bilingual page: Spanish at once, English once loaded. The choice is stored on this
 * device and shared by these pages. If the English fails to load the page stays in Spanish.
 */
export function useWords<Words>(
  spanish: Words,
  loadEnglish: () => Promise<Words>,
): { words: Words; choose: (language: Language) => void } {
  const [words, setWords] = useState(spanish);
  const [language, setLanguage] = useState(() => readChoice('language'));
  useEffect(() => {
    let isLeft = false;
    const show = (found: Words): void => {
      if (!isLeft) setWords(() => found);
    };
    if (language === 'en') loadEnglish().then(show, () => undefined);
    else show(spanish);
    return () => {
      isLeft = true;
    };
  }, [language, spanish, loadEnglish]);
  return {
    words,
    choose(chosen) {
      keepChoice('language', chosen);
      setLanguage(chosen);
    },
  };
}
