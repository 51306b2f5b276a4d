/**
 * What a market takes off a payout: the fee of the place, or something else with words why. Each is a movement of its own beside the
 * payout that it came off, into an account of the market, and can be given back once. `till-float`: see the migration after this.
 */
export const deductions = {
  id: '0024-deductions',
  sql: `
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'cash', 'voucher', 'stall', 'clearing', 'overspend', 'redemption',
  'guarantee', 'debt', 'treasury', 'cash-difference', 'breakage', 'deductions'));
insert into ledger_account (id, kind, owner_id, market_id)
select gen_random_uuid(), 'deductions', m.id, m.id from market m;

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment', 'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing',
  'top-up-void', 'join', 'refund', 'deduction', 'deduction-void', 'till-float'));

create table deduction (
  movement_id uuid primary key references movement (id),
  payout_id uuid not null references payout (movement_id),
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  kind text not null check (kind in ('BOOTH', 'OTHER')),
  words text not null,
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null
);
create index deduction_payout on deduction (payout_id);
create index deduction_stall on deduction (stall_id, recorded_at);

create table deduction_void (
  movement_id uuid primary key references movement (id),
  deduction_id uuid not null unique references deduction (movement_id),
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  recorded_at timestamptz not null
);
`,
};
