import type { Rule } from '#tests/matrix/rule.ts';

export const serverStateRules: Record<string, Rule> = {
  'GET /server-state': { allowed: ['ADMIN'], path: () => '/server-state', status: 200 },
};
