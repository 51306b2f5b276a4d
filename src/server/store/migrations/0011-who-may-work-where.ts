/**
 * Who may work on a device is the market's decision: a person asks (`digits` stand on both screens), the market approves.
 * `suspended_at`: the person's password was reset or their sessions ended, and they have not signed in on this device since.
 * `device.unsigned_total`: what its top-ups came to since somebody was last signed in on it.
 */
export const whoMayWorkWhere = {
  id: '0011-who-may-work-where',
  sql: `
alter table device_operator add column approved_at timestamptz;
alter table device_operator add column approved_by uuid references person (id);
alter table device_operator add column digits text not null default '';
alter table device_operator add column suspended_at timestamptz;
update device_operator set approved_at = enrolled_at;

alter table device add column unsigned_total bigint not null default 0 check (unsigned_total >= 0);
`,
};
