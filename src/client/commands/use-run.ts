import type { Commands } from '#src/client/commands/create-commands.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { useCommands } from './use-commands.ts';

/** Returns a function that runs a command in the background; a fault of the disk is shown on its strip. */
export function useRun(): (command: (commands: Commands) => Promise<unknown>) => void {
  const loadCommands = useCommands();
  return (command) => void loadCommands().then(command).catch(reportDiskFault);
}
