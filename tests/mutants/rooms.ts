/** A room of the source, and the tests that are about it, the cheapest first. */
export type Room = { source: string; tests: readonly string[] };

const client = [
  'tests/unit/client/local',
  'tests/unit/client/sync',
  'tests/unit/client/commands',
  'tests/disasters',
];

export const rooms: Readonly<Record<string, Room>> = {
  domain: {
    source: 'src/domain',
    tests: ['tests/unit/domain', 'tests/unit/client/commands', 'tests/unit/server/sync', 'tests/disasters'],
  },
  commands: { source: 'src/client/commands', tests: ['tests/unit/client/commands', ...client] },
  sync: { source: 'src/client/sync', tests: ['tests/unit/client/sync', ...client] },
  local: { source: 'src/client/local', tests: ['tests/unit/client/local', ...client] },
  sw: { source: 'src/sw', tests: ['tests/unit/sw'] },
  ledger: {
    source: 'src/server/ledger',
    tests: ['tests/unit/server', 'tests/slices', 'tests/properties', 'tests/matrix'],
  },
  'server-sync': {
    source: 'src/server/sync',
    tests: ['tests/unit/server', 'tests/slices', 'tests/disasters'],
  },
  settlement: {
    source: 'src/server/settlement',
    tests: ['tests/unit/server', 'tests/slices', 'tests/matrix'],
  },
};
