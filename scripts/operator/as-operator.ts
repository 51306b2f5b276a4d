import { readConfig, type Config } from '#src/server/run/config.ts';
import { sayStartFault } from '#src/server/run/start-faults.ts';

/**
 * Runs an operator's command. Any error, such as a wrong setting or argument, is printed as a sentence, and
 * the process ends with 1, because a stack trace does not help an operator. `usage`: its syntax, "npm run
 * forget [-- --yes]".
 */
export async function asOperator(usage: string, work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    await work(config);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, usage, config)}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown, usage: string, config: Config | undefined): string {
  const isUsage =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isUsage) return `No se entiende lo que se pidió. Se usa así: ${usage}`;
  if (config) return sayStartFault(error, config);
  return error instanceof Error ? error.message : String(error);
}
