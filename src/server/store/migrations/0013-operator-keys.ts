/**
 * A person's own keys on a device, put there by their session: `is_under_pin` the one under their PIN, of which one is in force
 * (`until_seq` null) at a time; the others live in the memory of a page while they are signed in. A key signs what has numbers up to
 * `until_seq`; what has numbers up to `since_seq` of the first one was written before there was any.
 * `journal_entry.operator_sig`: key and signature of the person, where a valid one came with the operation.
 * `device_operator.suspended_seq`: what the device had reported when its person was suspended.
 */
export const operatorKeys = {
  id: '0013-operator-keys',
  sql: `
create table operator_key (
  device_id uuid not null references device (id),
  person_id uuid not null references person (id),
  public_key text not null,
  is_under_pin boolean not null,
  since_seq bigint not null check (since_seq >= 0),
  until_seq bigint check (until_seq >= 0),
  put_at timestamptz not null,
  primary key (device_id, person_id, public_key)
);
create unique index operator_key_in_force on operator_key (device_id, person_id) where is_under_pin and until_seq is null;

alter table device_operator add column suspended_seq bigint check (suspended_seq >= 0);

alter table journal_entry add column operator_sig jsonb;

alter table device_incident drop constraint device_incident_kind_check;
alter table device_incident add constraint device_incident_kind_check
  check (kind in ('gap', 'fork', 'chain', 'changed-body', 'bad-signature', 'foreign-device', 'clock', 'operator'));
`,
};
