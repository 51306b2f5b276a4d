/**
 * What the server itself told each device, and when the device reported how far its journal had come: facts against
 * which the device's own words are judged.
 *
 * `handed_list`: balance lists by the moment they show, ms since 1970. `device_contact`: the latest contact in which the
 * device had written `reported_seq` operations. `told_voucher`: an answer said that the voucher gives no more; the
 * device had written `after_seq` operations then. `accepted_sale` keeps how much of the sale may stay uncovered without
 * a person. `device.awaiting`: numbers that are recorded and have no answer yet. `voucher.person_blocked_at`: a person
 * blocked it, whatever a settlement had done before.
 */
export const whatDevicesKnow = {
  id: '0006-what-devices-know',
  sql: `
create table handed_list (
  device_id uuid not null references device (id),
  as_of bigint not null,
  primary key (device_id, as_of)
);

create table device_contact (
  device_id uuid not null references device (id),
  reported_seq bigint not null check (reported_seq >= 0),
  contacted_at timestamptz not null,
  primary key (device_id, reported_seq)
);

create table told_voucher (
  device_id uuid not null references device (id),
  voucher_id uuid not null,
  after_seq bigint not null,
  told_at timestamptz not null,
  primary key (device_id, voucher_id, after_seq)
);

alter table voucher add column person_blocked_at timestamptz;
update voucher v set person_blocked_at = v.blocked_at where v.blocked_at is not null and not exists (
  select 1 from sale_conflict o where o.voucher_id = v.id and o.reason = 'SPENT_ELSEWHERE'
    and o.recorded_at > coalesce(v.unblocked_at, '-infinity'));

alter table device add column awaiting jsonb not null default '[]';

alter table accepted_sale add column voucher_cap bigint not null default 0 check (voucher_cap >= 0);
alter table accepted_sale add column device_cap bigint not null default 0 check (device_cap >= 0);

create index sale_conflict_shortfall on sale_conflict (device_id) where state = 'overspend';
create index sale_conflict_held on sale_conflict (stall_id) where state = 'overspend';
`,
};
