import { createContext, use } from 'react';
import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';

export const DemoWordsContext = createContext<DemoTexts>(demoTexts);

/** The words of the first page, in the language that the visitor chose. */
export const useDemoWords = (): DemoTexts => use(DemoWordsContext);
