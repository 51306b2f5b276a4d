/**
 * `epoch`: a life of this database. A new one begins when a copy was put back, by our script or noticed by a device that
 * showed a sealed receipt which this database does not have. `expected_device`: in a new epoch every device is asked for
 * what it did since its head; `returned_at` when all of it has come, `recovered` what came back by sealed receipts and its
 * sum. A device without a market is one that the copy does not know; it is real, because its receipt is sealed.
 */
export const epochs = {
  id: '0010-epochs',
  sql: `
create table epoch (
  number bigint primary key check (number > 0),
  started_at timestamptz not null,
  reason text not null check (reason in ('first', 'restored', 'noticed'))
);
insert into epoch (number, started_at, reason) values (1, now(), 'first');

create table expected_device (
  epoch bigint not null references epoch (number),
  device_id uuid not null,
  market_id uuid references market (id),
  returned_at timestamptz,
  recovered bigint not null default 0 check (recovered >= 0),
  recovered_sum bigint not null default 0 check (recovered_sum >= 0),
  primary key (epoch, device_id)
);
`,
};
