import { createContext, use, useEffect, useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';
import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';

export const DemoWordsContext = createContext<DemoTexts>(demoTexts);

/** Texts of the first page in the visitor's language. */
export const useDemoWords = (): DemoTexts => use(DemoWordsContext);

/**
 * Returns the texts of the first page: Spanish at once, English once it has loaded. The choice is stored on
 * this device.
 */
export function useWords() {
  const [language, setLanguage] = useState(() => readChoice('language'));
  const [english, setEnglish] = useState<DemoTexts>();
  useEffect(() => {
    if (language !== 'en') return;
    // If it fails to load the page stays in Spanish.
    import('#src/client/texts/demo/demo-english.ts').then(
      (m) => setEnglish(m.demoEnglish),
      () => undefined,
    );
  }, [language]);
  return {
    words: (language === 'en' ? english : undefined) ?? demoTexts,
    choose: (chosen: DemoTexts['lang']) => {
      keepChoice('language', chosen);
      setLanguage(chosen);
    },
  };
}
