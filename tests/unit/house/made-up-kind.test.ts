import { expect, it } from 'vitest';
import { scratchProject } from '#tests/support/scratch-project.ts';

/** A rule with a payload and a movement, and nothing else. */
const rule = `import * as z from 'zod/mini';
import type { Transfer } from '../transfer.ts';
export const madeUpPayload = z.strictObject({ colour: z.string() });
export type MadeUpMovement = { transfers: Transfer<'cash', 'treasury'>; detail: null };
`;

const rows = {
  envelopes: [
    "'made-up': { payload: madeUpPayload, roles: ['ESTANTE'], inDoubt: 'review' },",
    'madeUpPayload',
  ],
  movements: ["'made-up': row<MadeUpMovement>(null),", 'type MadeUpMovement'],
} as const;

/**
 * The journal asks for what the server does with it, `send-operation.ts` for what a device that is not enrolled does, and
 * the audit and the texts for their words. The rows ask for the rule, and `exposure.ts` for its money.
 */
const leads = {
  'src/client/sync/send-operation.ts': 1,
  'src/client/texts/cash/cash-texts.ts': 1,
  'src/client/texts/sync/outbox-texts.ts': 1,
  'src/server/journal/entry.ts': 1,
  'src/server/ledger/audit/leg-signs.ts': 1,
};

it(
  'a kind without its lines does not compile, and each error leads to one of them',
  { timeout: 120_000 },
  () => {
    const project = scratchProject([
      'src/client',
      'src/operations',
      'src/server/journal',
      'src/server/ledger',
    ]);
    for (const [table, [row, imported]] of Object.entries(rows))
      project.addLine(
        `src/operations/${table}.ts`,
        `import { ${imported} } from './made-up/rule.ts';`,
        new RegExp(`export const ${table} = \\{`),
        row,
      );
    const rowsAlone = project.compile();
    project.write('src/operations/made-up/rule.ts', rule);
    expect([rowsAlone, project.compile()]).toEqual([
      { ...leads, 'src/operations/envelopes.ts': 2, 'src/operations/movements.ts': 1 },
      { ...leads, 'src/operations/exposure.ts': 2 },
    ]);
  },
);
