/**
 * What went wrong in the program on devices, by class and place in the build, counted: no message, and so nobody's data. And the open
 * sales of the whole region, which the server counts every few seconds; a market's own has had its index.
 *
 * Costs a pass over `sale_conflict`, which is small.
 */
export const faultsOfDevices = {
  id: '0034-faults-of-devices',
  servesOlder: true,
  sql: `
create table device_fault (
  device_id uuid not null references device (id),
  kind text not null,
  name text not null,
  place text not null,
  app_version text not null,
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (device_id, kind, name, place, app_version)
);
create index device_fault_last on device_fault (last_at);

create index sale_conflict_open on sale_conflict (state, recorded_at) where state <> 'resolved';
`,
};
