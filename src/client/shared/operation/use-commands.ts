import { createContext, use } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';

/** Brings the commands, and with them the money database: a page that only shows a balance never loads it. */
export type LoadCommands = () => Promise<Commands>;

/** Provided by the composition root; without it there is nothing to wait for. */
export const CommandsContext = createContext<LoadCommands>(() => Promise.reject(new Error()));

export const useCommands = (): LoadCommands => use(CommandsContext);
