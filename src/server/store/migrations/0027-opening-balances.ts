/**
 * What a market owed by its notebook when it came: to customers on vouchers, to stalls on their accounts. Every market stands for it
 * with an account of its own, 'opening', below 0 by what stands. A customer and a stall have one at most at a time.
 */
export const openingBalances = {
  id: '0027-opening-balances',
  sql: `
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'cash', 'voucher', 'stall', 'clearing', 'overspend', 'redemption',
  'guarantee', 'debt', 'treasury', 'cash-difference', 'breakage', 'deductions', 'opening'));

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment', 'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing',
  'top-up-void', 'join', 'refund', 'deduction', 'deduction-void', 'till-float', 'opening', 'opening-void'));

insert into ledger_account (id, kind, owner_id, market_id)
select gen_random_uuid(), 'opening', m.id, m.id from market m;

create table opening_balance (
  movement_id uuid primary key references movement (id),
  account_id uuid not null references ledger_account (id),
  person_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null
);
create index opening_person on opening_balance (person_id, market_id);
create index opening_account on opening_balance (account_id);

create table opening_void (
  movement_id uuid primary key references movement (id),
  opening_id uuid not null unique references opening_balance (movement_id),
  account_id uuid not null references ledger_account (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null
);
`,
};
