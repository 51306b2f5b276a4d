import { createContext, use } from 'react';
import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';

export const DemoWordsContext = createContext<DemoTexts>(demoTexts);

/** Texts of the first page in the visitor's language. */
export const useDemoWords = (): DemoTexts => use(DemoWordsContext);
