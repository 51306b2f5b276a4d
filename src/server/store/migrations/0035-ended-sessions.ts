/** Tokens of sessions by their end, to be removed. Costs a pass over `session_token`. */
export const endedSessions = {
  id: '0035-ended-sessions',
  servesOlder: true,
  sql: `
create index session_token_end on session_token (expires_at);
`,
};
