/** A part of the source, with path prefixes of the tests about it, the fastest first. */
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
  operations: {
    source: 'src/domain/operations',
    tests: ['tests/unit/domain/operations', 'tests/unit/domain', 'tests/properties/ways-in', 'tests/slices'],
  },
  'server-operations': {
    source: 'src/server/operations',
    tests: [
      'tests/unit/server/operations',
      'tests/slices/revers',
      'tests/slices/unaccepted',
      'tests/slices/hand-over',
      'tests/slices/restored-market',
      'tests/slices/settlement',
      'tests/slices/cash',
      'tests/slices/points',
      'tests/slices/exactly-once',
      'tests/slices',
      'tests/matrix',
    ],
  },
  commands: { source: 'src/client/commands', tests: ['tests/unit/client/commands', ...client] },
  sync: { source: 'src/client/sync', tests: ['tests/unit/client/sync', ...client] },
  local: { source: 'src/client/local', tests: ['tests/unit/client/local', ...client] },
  sw: { source: 'src/sw', tests: ['tests/unit/sw'] },
  ledger: {
    source: 'src/server/ledger',
    tests: [
      'tests/unit/server/ledger',
      'tests/slices/exactly-once',
      'tests/slices/purchase-',
      'tests/slices/hot-voucher',
      'tests/slices/late-commits',
      'tests/slices/voucher-',
      'tests/slices/market-today',
      'tests/slices/reports',
      'tests/slices/audit-command',
      'tests/slices/settlement',
      'tests/slices/cash',
      'tests/properties',
      'tests/slices',
      'tests/matrix',
    ],
  },
  'server-sync': {
    source: 'src/server/sync',
    tests: [
      'tests/unit/server/sync',
      'tests/slices/settlement',
      'tests/slices/sync-',
      'tests/slices/never-refused',
      'tests/slices/journal',
      'tests/slices/lying-device',
      'tests/slices/after-restore',
      'tests/slices/operator-key',
      'tests/slices/device',
      'tests/slices/exactly-once',
      'tests/slices/withdrawal',
      'tests/slices/rescue-files',
      'tests/slices/snapshot',
      'tests/slices/enrolment',
      'tests/disasters',
      'tests/slices',
      'lab/simulation/same-as-sql',
      'lab/simulation/checker',
    ],
  },
  settlement: {
    source: 'src/server/settlement',
    tests: ['tests/unit/server/settlement', 'tests/slices/settlement', 'tests/slices', 'tests/matrix'],
  },
};
