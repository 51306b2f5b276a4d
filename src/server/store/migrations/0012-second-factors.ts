/**
 * A code beside the password (`second_factor`): `secret` closed where there is a key file, `confirmed_at` null until one code of it
 * was right, `last_step` the newest step that was used, `recovery` hashes of what is left.
 */
export const secondFactors = {
  id: '0012-second-factors',
  sql: `
create table second_factor (
  person_id uuid primary key references person (id),
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery text[] not null default '{}'
);
`,
};
