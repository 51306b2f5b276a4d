/** A device names operations by the hundred: a row holds all of a call whose numbers follow each other. */
export const writtenRuns = {
  id: '0055-written-runs',
  servesOlder: true,
  sql: `
-- Beginnings of the hashes of the numbers after \`seq\`, one for each, in their order.
alter table written_ahead add column following text[] not null default '{}';
`,
};
