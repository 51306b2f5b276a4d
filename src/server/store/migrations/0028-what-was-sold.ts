/**
 * Lines of products that a stall noted with a sale: words beside the money, by the purchase's operation, which may come before its
 * payment or never be paid. `quantity` in thousandths of its unit.
 */
export const whatWasSold = {
  id: '0028-what-was-sold',
  sql: `
alter table product add column unit text not null default 'unidad' check (unit in ('unidad', 'libra', 'kilo', 'atado'));
create table purchase_line (
  reference text not null,
  n smallint not null,
  name text not null,
  unit text not null check (unit in ('unidad', 'libra', 'kilo', 'atado')),
  quantity int not null check (quantity > 0),
  amount bigint not null check (amount > 0),
  primary key (reference, n)
);
`,
};
