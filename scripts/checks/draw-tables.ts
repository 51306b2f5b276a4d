import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allMigrations } from '#src/server/store/migrate.ts';

export type Column = { name: string; type: string; note: string };
export type Table = { heading: string; sentence: string; columns: Column[]; keys: string[] };

/**
 * Returns the tables after all migrations, from their SQL: under the last "-- # heading" before each, with
 * the comment directly above it. Throws for a table without heading or comment.
 */
export function readTables(migrations: readonly { sql: string }[] = allMigrations): Map<string, Table> {
  const tables = new Map<string, Table>();
  let heading = '';
  for (const { sql } of migrations)
    for (const text of sql.split(/;\s*\n/)) {
      heading = [...text.matchAll(/^-- # (.*)$/gm)].at(-1)?.[1] ?? heading;
      const [, comment = '', statement = ''] =
        /((?:^-- [^\n]*\n)*)^(?!--)(\S[\s\S]*)$/m.exec(text.trim()) ?? [];
      const sentence = comment.replaceAll(/^-- (.*)\n/gm, '$1 ').trim();
      readStatement(statement, tables, { heading, sentence });
    }
  return tables;
}

function readStatement(
  statement: string,
  tables: Map<string, Table>,
  { heading, sentence }: Pick<Table, 'heading' | 'sentence'>,
): void {
  const created = /^create table (\w+) \(\n(.*)\n\)$/s.exec(statement);
  if (created?.[1]) {
    if (heading === '' || sentence === '') throw new Error(`${created[1]} has no heading, or no comment`);
    const table: Table = { heading, sentence, columns: [], keys: [] };
    for (const line of partsOf((created[2] ?? '').replaceAll(/^\s*--.*\n/gm, ''))) readLine(line, table);
    tables.set(created[1], table);
    return;
  }
  const added = /^alter table (\w+) add column (.*)$/s.exec(statement);
  if (added?.[1]) {
    readLine(added[2] ?? '', tableOf(tables, added[1]));
    return;
  }
  const dropped = /^alter table (\w+) drop column (\w+)$/.exec(statement);
  if (dropped?.[1]) {
    const { columns } = tableOf(tables, dropped[1]);
    columns.splice(
      columns.findIndex(({ name }) => name === dropped[2]),
      1,
    );
    return;
  }
  const index = /^create unique index \w+ on (\w+) (.*)$/s.exec(statement);
  if (index?.[1]) tableOf(tables, index[1]).keys.push(`unique ${index[2]}`);
}

function tableOf(tables: Map<string, Table>, name: string): Table {
  const table = tables.get(name);
  if (!table) throw new Error(`a migration changes ${name} before it is there`);
  return table;
}

/** Lines of a `create table`, split at commas outside parentheses. */
function partsOf(body: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: mark, index } of body.matchAll(/[(),]/g)) {
    if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    else if (depth === 0) {
      parts.push(body.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...parts, body.slice(from).trim()];
}

function readLine(line: string, table: Table): void {
  const plain = line.replaceAll(/\s+/g, ' ');
  if (/^(primary key|unique) /.test(plain)) table.keys.push(plain);
  if (/^(primary key|unique|check|constraint)\b/.test(plain)) return;
  const [name = '', type = '', ...rest] = plain.split(' ');
  const words = rest.join(' ');
  const notes = [
    /primary key/.test(words) ? 'key' : '',
    /\bunique\b/.test(words) ? 'unique' : '',
    /references (\w+)/.exec(words)?.[0].replace('references ', '→ ') ?? '',
    /not null|primary key/.test(words) ? '' : 'may be null',
  ];
  table.columns.push({ name, type, note: notes.filter(Boolean).join(', ') });
}

/** Returns the contents of docs/tables.md. */
export function drawTables(): string {
  const tables = [...readTables()];
  const lines = [
    '# The tables',
    '',
    'Drawn from `src/server/store/migrations` by `npm run tables`; `npm run check` fails when this page is behind.',
    'Amounts are whole numbers of the smallest unit shown. `→` names the table that a column points to.',
  ];
  for (const heading of new Set(tables.map(([, table]) => table.heading))) {
    lines.push('', `## ${heading}`);
    for (const [name, table] of tables) {
      if (table.heading !== heading) continue;
      lines.push('', `### ${name}`, '', table.sentence, '', '| Column | Type | |', '|---|---|---|');
      for (const { name: column, type, note } of table.columns)
        lines.push(`| \`${column}\` | ${type} | ${note} |`.replace('|  |', '| |'));
      for (const key of table.keys) lines.push('', `\`${key}\``);
    }
  }
  return `${lines.join('\n')}\n`;
}

const page = new URL('../../docs/tables.md', import.meta.url);

/** Throws when docs/tables.md differs from the migrations. */
export async function checkTables(): Promise<void> {
  if (readFileSync(page, 'utf8') !== drawTables())
    throw new Error('docs/tables.md is behind: npm run tables');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, drawTables());
