/**
 * Cash on its way from a top-up point to its market: every point gets an account 'in-transit' beside its till. A point hands over, another
 * person of the market receives with a figure of their own, and the difference is named. How much a point may hold that nobody has received
 * is its market's to set; beyond it a top-up needs a code made for that point. Points no longer count their own tills, so that an older
 * program must not serve beside this one, and `blind_count` goes.
 */
export const cashThatTwoPeopleHaveSeen = {
  id: '0050-cash-that-two-people-have-seen',
  sql: `
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'cash', 'in-transit', 'voucher', 'stall', 'clearing', 'overspend', 'redemption',
  'guarantee', 'debt', 'treasury', 'cash-difference', 'breakage', 'deductions', 'opening'));
insert into ledger_account (id, kind, owner_id, market_id)
select gen_random_uuid(), 'in-transit', a.owner_id, a.market_id from ledger_account a where a.kind = 'cash';

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment', 'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing',
  'top-up-void', 'join', 'refund', 'deduction', 'deduction-void', 'till-float', 'opening', 'opening-void',
  'till-hand-over', 'till-hand-over-void', 'till-receipt', 'till-difference'));

alter table journal_entry drop constraint journal_entry_kind_check;
alter table journal_entry add constraint journal_entry_kind_check check (kind in (
  'purchase', 'top-up', 'customer', 'acceptance', 'withdrawal', 'top-up-void', 'void', 'till-hand-over'));

create table till_hand_over (
  movement_id uuid primary key references movement (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  code text not null,
  amount bigint not null check (amount > 0),
  pieces jsonb,
  recorded_at timestamptz not null
);
create index till_hand_over_point on till_hand_over (top_up_point_id, recorded_at);
create index till_hand_over_market on till_hand_over (market_id, recorded_at);

create table till_hand_over_void (
  movement_id uuid primary key references movement (id),
  hand_over_id uuid not null unique references till_hand_over (movement_id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null
);

create table till_receipt (
  movement_id uuid primary key references movement (id),
  hand_over_id uuid not null unique references till_hand_over (movement_id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  declared bigint not null,
  counted bigint not null check (counted >= 0),
  answers text check (answers in ('POINT', 'MARKET', 'OPEN')),
  pieces jsonb,
  recorded_at timestamptz not null,
  check ((answers is null) = (declared = counted))
);
create index till_receipt_open on till_receipt (market_id) where answers = 'OPEN';

create table till_difference (
  movement_id uuid primary key references movement (id),
  receipt_id uuid not null unique references till_receipt (movement_id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount <> 0),
  answers text not null check (answers in ('POINT', 'MARKET')),
  recorded_at timestamptz not null
);

alter table market drop column blind_count;
alter table market add column till_ceiling bigint not null default 5000000 check (till_ceiling > 0);

alter table market_code add column top_up_point_id uuid references person (id);
alter table market_code drop constraint market_code_purpose_check;
alter table market_code add constraint market_code_purpose_check check (purpose in ('enrol-stall', 'enrol-top-up', 'reissue', 'top-up'));
alter table market_code add constraint market_code_point_check check ((top_up_point_id is not null) = (purpose = 'top-up'));
`,
};
