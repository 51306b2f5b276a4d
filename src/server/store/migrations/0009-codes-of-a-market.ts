/**
 * One-time codes of a market (`market_code`, the hash alone), and how a till replaces lost papers by itself: after a delay
 * and so many a day. `voucher_change.with_code`: the market had permitted it.
 */
export const codesOfAMarket = {
  id: '0009-codes-of-a-market',
  sql: `
create table market_code (
  id uuid primary key,
  market_id uuid not null references market (id),
  purpose text not null check (purpose in ('enrol-stall', 'enrol-top-up', 'reissue')),
  code_hash text not null unique,
  made_by uuid not null references person (id),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references person (id)
);
create index market_code_market on market_code (market_id, made_at);

alter table market add column reissue_delay_minutes int not null default 30 check (reissue_delay_minutes >= 0);
alter table market add column reissues_per_day int not null default 5 check (reissues_per_day >= 0);

alter table voucher_change add column with_code boolean not null default false;
create index voucher_change_market_time on voucher_change (market_id, recorded_at);
`,
};
