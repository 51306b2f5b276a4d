/**
 * `device.registered_count`: customers that the device registered on `registered_on`, a day of UTC. A device that registers more than a
 * counter does is somebody who tries documents.
 */
export const registrationsOfADay = {
  id: '0045-registrations-of-a-day',
  servesOlder: true,
  sql: `
alter table device add column registered_on date;
alter table device add column registered_count integer not null default 0 check (registered_count >= 0);
`,
};
