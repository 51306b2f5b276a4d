import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allMigrations } from '#src/server/store/migrate.ts';

/** What a row of each table is. A table without its sentence, and a sentence without its table, fail. */
const rooms: [string, Record<string, string>][] = [
  [
    'People and markets',
    {
      market: 'a market: its code, its name, what its points and receipts say',
      person:
        'an account or a customer; a market is a person of the same id. Deleting hides, merging points to another',
      session_token: 'a refresh token by its hash; a family ends together',
      wrong_try:
        'wrong passwords and codes, by a hash of who was tried and from where, for all processes together',
      password_reset: 'a code that a manager said aloud, by its hash',
      second_factor: 'what an account asks for beside its password; recovery codes by their hashes',
      market_code: 'a one-time code of a market, by its hash: enrols a device or replaces a paper',
      consent: 'a customer agreed to be kept: to which words, when, who heard it; only ever added',
      data_policy: 'what a market says of the data it keeps, and for how many years',
      decision: 'who decided what, when, before and after; only ever added',
      app_setting:
        'what one installation knows of itself: keys, the set-up token, the last copy that was kept',

      sheet: 'a sheet that a market brought in: which, when, by whom, and whether it was taken back',
      sheet_row: 'what a row of it made or found; no name',
      product: 'what a stall or a supplier offers',
      purchase_line: 'a product that a sale says was sold, by its operation; only ever added',
    },
  ],
  [
    'The ledger (written by src/server/ledger alone)',
    {
      ledger_account:
        'whose money: of a voucher, a stall, a till, a market by kind, a debt of a customer in a market',
      movement: 'balanced postings under one reference, unique for ever',
      posting:
        'one leg: account and amount. Owed to somebody is positive, held for us is negative. A table for each month of its movement',
      closed_month: 'a month whose postings were put away: where to, and their digest',
      closed_balance: 'what each account came to in all closed months',
      closed_day: 'the day sums of all closed months, which cannot be folded again',
      voucher_view:
        "the hash of a link that shows a voucher and pays nothing; one each, gone with its owner's name",
      voucher: 'what was sold and what is left; the one balance that is stored, beside its postings',
      receipt: 'the first answer to an operation, for ever, refusals included',
      points_entry: 'points that a movement gave a customer or took',
      ledger_day: 'postings summed by day, folded from movements; can be thrown away and folded again',
      ledger_day_cursor: 'how far the sums have been folded, and where their days begin',
      audit_checkpoint: 'up to where an audit found everything right; only ever added',
      ledger_sum: 'the same of all days together: what each account has come to',
    },
  ],
  [
    'What a movement was (one row each, written with it)',
    {
      top_up: 'cash against a voucher',
      refund: 'what was left of a voucher, given back in cash by its market',
      top_up_void: 'a top-up undone: whose cash went back, and what the voucher gave of it',
      purchase: 'a stall sold on a voucher; `missing`: what the voucher did not cover',
      complaint: 'a purchase that somebody says is wrong, and what was answered',
      purchase_void: 'a purchase taken back',
      redemption: 'points against a reward',
      voucher_change: 'a voucher reissued or expired',
      voucher_join: 'several papers of one customer made into one',
      voucher_join_part: 'where the money of a joined paper went',
      till_count: 'a till closed: what was expected and what was counted',
      till_hand_over: 'cash that a point declared to hand over: on its way until somebody receives it',
      till_hand_over_void: 'a declaration taken back, while nobody had received it',
      over_ceiling_voucher: 'vouchers of a point that passed its ceiling, until its cash was received',
      taking_review: 'what a person of the market released or kept of a stall’s takings of a day',
      typed_look_up: 'codes that a stall typed, for ninety days',
      till_receipt: 'a hand-over counted by another person, and who answers for the difference',
      till_difference: 'who answers for a difference that was left open',
      payout: 'a market paid a stall, and how',
      payment_way: 'how a stall is paid, as it says itself',
      till_float: 'cash that a market gave to a till to begin with',
      opening_balance: 'what a market owed by its notebook, to a customer on a voucher or to a stall',
      opening_void: 'such a balance taken back whole',
      deduction: 'what came off a payout: the fee of the place, or something else',
      deduction_void: 'a deduction given back to its stall',
      clearing_payment: 'a market paid another',
      reward: 'what points are good for',
      day_close: "a day's figures as they were when somebody closed it",
    },
  ],
  [
    'Devices and sales without a link',
    {
      device: 'a tablet or kiosk: its key, where its journal stands, what it last said of itself',
      device_operator: 'who may work on a device',
      operator_key: 'a key with which such a person signs what they do there',
      journal_entry: 'an operation as a device wrote it down and signed it',
      device_incident: 'what does not fit in a journal',
      device_fault: 'what went wrong in the program there, by class and place in the build; no message',
      epoch: 'a life of the database: a new one when a copy was put back',
      device_contact: 'how far a journal had come at a contact: what is written later is younger',
      written_ahead: 'an operation that a device had named and not sent: since when it can have been written',
      voucher_block: 'a block or unblock, for the lists of changes',
      handed_list: 'a list of balances that was sent to a device',
      expected_device: 'in a new epoch, a device that has to report: since when it has, and what came back',
      recovered_sale:
        'a sale that came back after a restore by its sealed receipt: whether its money is held',
      restore_answer: 'a market says that it did nothing more of a kind in the time that a restore lost',
      restore_confirmation:
        'a payout, refund or join of that time, confirmed by its paper: how much of it is posted',
      told_voucher: 'an answer told a device that a voucher gives no more',
      issuing_key: 'a key that signs vouchers; the old ones stay, to verify',
      offline_limits: 'what a market allows without a link, by version',
      accepted_sale: 'a stall handed goods over without an answer',
      sale_conflict: 'a sale or top-up that waits for its top-up or for a person',
    },
  ],
];

export type Column = { name: string; type: string; note: string };
export type Table = { columns: Column[]; keys: string[] };

/** The tables as all migrations leave them, read from their SQL. */
export function readTables(): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const { sql } of allMigrations)
    for (const statement of sql.split(/;\s*\n/)) readStatement(statement.trim(), tables);
  return tables;
}

function readStatement(statement: string, tables: Map<string, Table>): void {
  const created = /^create table (\w+) \(\n(.*)\n\)$/s.exec(statement);
  if (created?.[1]) {
    const table: Table = { columns: [], keys: [] };
    for (const line of partsOf(created[2] ?? '')) readLine(line, table);
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

/** Lines of a `create table`, cut at commas outside parentheses. */
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

/** docs/tables.md. */
export function drawTables(): string {
  const tables = readTables();
  const described = rooms.flatMap(([, of]) => Object.keys(of));
  const odd = [...tables.keys(), ...described].filter(
    (name) => !(tables.has(name) && described.includes(name)),
  );
  if (odd.length > 0) throw new Error(`a table or its sentence is missing: ${odd.join(', ')}`);
  const lines = [
    '# The tables',
    '',
    'Drawn from `src/server/store/migrations` by `npm run tables`; `npm run check` fails when this page is behind.',
    'Amounts are whole numbers of the smallest unit shown. `→` names the table that a column points to.',
  ];
  for (const [room, of] of rooms) {
    lines.push('', `## ${room}`);
    for (const [name, sentence] of Object.entries(of)) {
      const { columns, keys } = tableOf(tables, name);
      lines.push(
        '',
        `### ${name}`,
        '',
        `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
        '',
        '| Column | Type | |',
        '|---|---|---|',
      );
      for (const { name: column, type, note } of columns)
        lines.push(`| \`${column}\` | ${type} | ${note} |`.replace('|  |', '| |'));
      for (const key of keys) lines.push('', `\`${key}\``);
    }
  }
  return `${lines.join('\n')}\n`;
}

const page = new URL('../../docs/tables.md', import.meta.url);

/** Throws when docs/tables.md is not what the migrations say. */
export async function checkTables(): Promise<void> {
  if (readFileSync(page, 'utf8') !== drawTables())
    throw new Error('docs/tables.md is behind: npm run tables');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, drawTables());
