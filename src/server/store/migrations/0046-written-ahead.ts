/**
 * `written_ahead`: operations that a device had named and not sent, by the beginning of their hash. `not_before`: its last contact before
 * that in which it had not written them, or its enrolment.
 */
export const writtenAhead = {
  id: '0046-written-ahead',
  servesOlder: true,
  sql: `
create table written_ahead (
  device_id uuid not null references device (id),
  seq bigint not null check (seq > 0),
  hash_start text not null,
  not_before timestamptz not null,
  primary key (device_id, seq)
);
`,
};
