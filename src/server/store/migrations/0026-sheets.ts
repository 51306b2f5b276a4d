/**
 * Sheets that a market brought in. A row keeps what it made (`subject_id`) or found, and never a name: those stand with the person
 * alone. `fate` of a row that was taken back says `gone`, or why it stays.
 */
export const sheets = {
  id: '0026-sheets',
  sql: `
create table sheet (
  id uuid primary key,
  market_id uuid not null references market (id),
  kind text not null check (kind in ('stalls', 'points', 'products', 'customers')),
  file_name text not null,
  file_hash text not null,
  row_count int not null check (row_count > 0),
  amount bigint not null check (amount >= 0),
  brought_by uuid not null references person (id),
  created_at timestamptz not null,
  taken_back_at timestamptz
);
create index sheet_market on sheet (market_id, created_at);

create table sheet_row (
  sheet_id uuid not null references sheet (id),
  row_number int not null check (row_number > 0),
  subject_id uuid not null,
  is_new boolean not null,
  opening_id uuid references movement (id),
  fate text,
  primary key (sheet_id, row_number)
);
create index sheet_row_subject on sheet_row (subject_id);
`,
};
