import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const copy = temporaryFolder();

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

/** Returns the files with errors, and how many each has. */
function compile(): Record<string, number> {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc], { cwd: copy, encoding: 'utf8' });
  const files = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  return Object.fromEntries(
    [...new Set(files)].toSorted().map((file) => [file, files.filter((one) => one === file).length]),
  );
}

it(
  'a kind without its lines does not compile, and each error leads to one of them',
  { timeout: 120_000 },
  () => {
    cpSync('src', join(copy, 'src'), { recursive: true });
    for (const file of ['package.json', 'tsconfig.base.json']) cpSync(file, join(copy, file));
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const compilerOptions = {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: ['node', 'vite/client'],
      noPropertyAccessFromIndexSignature: false,
    };
    const include = ['client', 'operations', 'server/journal', 'server/ledger'].map(
      (folder) => `src/${folder}`,
    );
    const config = { extends: './tsconfig.base.json', compilerOptions, include };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
    for (const [table, [row, imported]] of Object.entries(rows)) {
      const path = join(copy, `src/operations/${table}.ts`);
      const text = readFileSync(path, 'utf8').replace(
        new RegExp(`export const ${table} = \\{`),
        `$&\n${row}`,
      );
      writeFileSync(path, `import { ${imported} } from './made-up/rule.ts';\n${text}`);
    }
    const rowsAlone = compile();
    mkdirSync(join(copy, 'src/operations/made-up'));
    writeFileSync(join(copy, 'src/operations/made-up/rule.ts'), rule);
    expect([rowsAlone, compile()]).toEqual([
      { ...leads, 'src/operations/envelopes.ts': 2, 'src/operations/movements.ts': 1 },
      { ...leads, 'src/operations/exposure.ts': 2 },
    ]);
  },
);
