import { createContext, use } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';

/** Loads the commands and the money database: a page that only shows a balance never does. */
export type LoadCommands = () => Promise<Commands>;

/** Provided by the composition root. Without it there is nothing to load. */
export const CommandsContext = createContext<LoadCommands>(() => Promise.reject(new Error()));

export const useCommands = (): LoadCommands => use(CommandsContext);
