/**
 * Wrong passwords and codes, counted for all processes together: `place` is a hash of who is tried and from where, so that nobody is read
 * out of it. Rows go by themselves when their time is over (accounts/tries/shared-tries.ts). New and empty.
 */
export const wrongTries = {
  id: '0038-wrong-tries',
  servesOlder: true,
  sql: `
create table wrong_try (
  place text primary key,
  wrong int not null check (wrong >= 0),
  opens_at timestamptz not null,
  forget_at timestamptz not null
);
create index wrong_try_end on wrong_try (forget_at);
`,
};
