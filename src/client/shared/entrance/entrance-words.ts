import { createContext } from 'react';
import { entranceTexts, type EntranceTexts } from '#src/client/texts/login-texts.ts';
import type { Language } from './use-words.ts';

interface EntranceWords {
  words: EntranceTexts;
  /** absent on pages that are in Spanish only */
  choose?: (language: Language) => void;
}

export const EntranceWordsContext = createContext<EntranceWords>({ words: entranceTexts });
