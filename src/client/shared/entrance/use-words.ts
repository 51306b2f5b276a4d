import { useEffect, useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';

export type Language = 'es' | 'en';

/**
 * The words of a page that has two languages: Spanish at once, English once loaded. The choice is kept on this device and
 * shared by the pages that have it. Where the English does not arrive the page stays in Spanish.
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
