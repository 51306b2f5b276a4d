import * as z from 'zod';
import type { Call } from '#src/contract/call.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { hostileTexts, withEveryText } from './hostile-text.ts';

/**
 * Parses hostile texts of 1 MB by every schema of the table; prints the number. A separate process, so that
 * it can be killed.
 */
const oneMegabyte = 1_048_576;
let parsed = 0;
for (const call of Object.values<Call>(allCalls))
  for (const schema of [call.params, call.query, call.body])
    if (schema)
      for (const text of hostileTexts(oneMegabyte)) {
        z.safeParse(schema, withEveryText(schema, text));
        parsed++;
      }
process.stdout.write(`parsed ${parsed}\n`);
