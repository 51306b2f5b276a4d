import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDirections } from '#scripts/checks/check-directions.ts';

const folders: string[] = [];

/** Creates a small project with these files. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  folders.push(folder);
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('import directions', () => {
  const edges: [string, string, string][] = [
    ['client-stays-in-the-client', 'src/client/screens/a.ts', '../../server/b.ts'],
    ['protocol-imports-nothing-of-ours', 'src/protocol/a.ts', '../contract/b.ts'],
    ['contract-knows-the-protocol', 'src/contract/a.ts', '../domain/b.ts'],
    ['screens-go-through-commands', 'src/client/screens/one/a.ts', '../../sync/b.ts'],
    ['screens-go-through-commands', 'src/client/money/a.ts', '../sync/b.ts'],
    ['screens-go-through-commands', 'src/client/form/a.ts', '../../contract/calls.ts'],
    ['screens-go-through-commands', 'src/client/queries/a.ts', '../../contract/operations/calls.ts'],
    ['screen-imports-no-other-screen', 'src/client/screens/one/a.ts', '../two/b.ts'],
    ['only-the-composition-root-names-screens', 'src/client/list/a.ts', '../screens/one/b.ts'],
    ['form-stands-on-ui', 'src/client/form/a.ts', '../money/b.ts'],
    ['list-stands-on-form', 'src/client/list/a.ts', '../money/b.ts'],
    ['money-stands-on-form-and-list', 'src/client/money/a.ts', '../sync/b.ts'],
    ['only-the-composition-root-names-screens', 'src/client/queries/a.ts', '../screens/one/b.ts'],
    ['queries-ask-the-server', 'src/client/queries/a.ts', '../local/b.ts'],
    ['start-serves-no-calls', 'src/server/run/start/a.ts', '../../http/b.ts'],
    ['one-module-starts-the-server', 'src/server/nouns/cash/a.ts', '../../run/start/b.ts'],
    ['ledger-knows-the-handle', 'src/server/ledger/a.ts', '../nouns/cash/b.ts'],
    ['ledger-knows-the-handle', 'src/server/ledger/a.ts', '../store/people.ts'],
    ['http-knows-no-noun', 'src/server/http/a.ts', '../nouns/accounts/b.ts'],
    ['http-knows-no-noun', 'src/server/http/a.ts', '../ledger/movements.ts'],
    ['store-knows-the-contract', 'src/server/store/a.ts', '../ledger/b.ts'],
    ['cash-keeps-its-reads', 'src/server/nouns/reports/a.ts', '../cash/reads.ts'],
    ['conflicts-keeps-its-reads', 'src/server/nouns/reports/a.ts', '../conflicts/reads.ts'],
    ['a-noun-stands-on-http-ledger-and-store', 'src/server/nouns/devices/a.ts', '../../journal/sql/b.ts'],
    ['a-noun-stands-on-http-ledger-and-store', 'src/server/nouns/devices/a.ts', '../../run/start/b.ts'],
    // A new noun has the same rules without being named.
    ['auctions-keeps-its-reads', 'src/server/nouns/reports/a.ts', '../auctions/reads.ts'],
    ['records-know-the-store', 'src/server/store/records/a.ts', '../secrets/b.ts'],
    ['secrets-know-the-store', 'src/server/store/secrets/a.ts', '../records/people.ts'],
    ['store-knows-the-contract', 'src/server/store/a.ts', './records/b.ts'],
    ['journal-knows-ports', 'src/server/journal/a.ts', '../nouns/vouchers/b.ts'],
    ['journal-knows-ports', 'src/server/journal/a.ts', '../http/replies.ts'],
    ['the-terms-of-a-call-know-the-contract', 'src/server/answer.ts', './http/b.ts'],
    ['journal-has-one-call', 'src/server/journal/routes.ts', '../nouns/cash/b.ts'],
    ['journal-has-no-sql', 'src/server/journal/a.ts', '../store/database.ts'],
    ['journal-has-no-sql', 'src/operations/gift-one/entry.ts', '../../server/store/database.ts'],
    ['a-rule-knows-neither-side', 'src/operations/gift-two/rule.ts', '../../server/ledger/b.ts'],
    ['a-rule-knows-neither-side', 'src/operations/gift-three/rule.ts', '../../client/local/db/b.ts'],
    ['a-rule-knows-neither-side', 'src/operations/gift-four/rule.ts', './post.ts'],
    ['posting-stays-on-the-server', 'src/operations/gift-five/post.ts', './place.ts'],
    ['posting-stays-on-the-server', 'src/operations/gift-six/post.ts', '../../server/nouns/cash/b.ts'],
    ['placing-stays-on-the-device', 'src/operations/gift-seven/place.ts', './post.ts'],
    ['placing-stays-on-the-device', 'src/operations/gift-eight/place.ts', '../../client/screens/a/b.ts'],
    ['client-stays-in-the-client', 'src/client/screens/a.ts', '../../operations/gift/post.ts'],
    ['server-stays-on-the-server', 'src/server/a.ts', '../operations/gift/place.ts'],
    ['journal-sql-stands-on-ledger-and-store', 'src/server/journal/sql/a.ts', '../../nouns/vouchers/b.ts'],
    ['server-stays-on-the-server', 'src/server/a.ts', '../client/b.ts'],
    ['core-knows-extras-by-its-lists', 'src/client/money/a.ts', '../../extras/raffle/client.tsx'],
    ['core-knows-extras-by-its-lists', 'src/server/nouns/cash/a.ts', '../../../extras/raffle/server.ts'],
    ['raffle-knows-no-other-extra', 'src/extras/raffle/server/a.ts', '../../auctions/server.ts'],
    ['raffle-has-one-door-a-side', 'src/server/extras.ts', '../extras/raffle/server/b.ts'],
    ['raffle-has-one-door-a-side', 'src/client/extra-cash.ts', '../extras/raffle/client/b.ts'],
    ['raffle-client-stays-in-the-client', 'src/extras/raffle/sign-in.ts', '../../server/b.ts'],
    ['raffle-contract-is-a-contract', 'src/extras/raffle/contract/a.ts', '../../../domain/b.ts'],
    ['raffle-client-stays-in-the-client', 'src/extras/raffle/client/a.ts', '../server/b.ts'],
    ['raffle-server-stays-on-the-server', 'src/extras/raffle/server/a.ts', '../client/b.ts'],
    ['raffle-goes-through-commands', 'src/extras/raffle/client/a.ts', '../../../client/sync/b.ts'],
  ];
  /** All in one project, each in a separate file: the tool takes as long for one as for twenty. */
  const planted = edges.map(([rule, from, to], index) => {
    const own = from.replace('/a.ts', `/a${index}.ts`);
    return { rule, from: own, to, target: join(dirname(own), to) };
  });
  let violations: string[];
  beforeAll(() => {
    const targets = planted.map(({ target }) => [target, 'export type B = 1;\n']);
    const importers = planted.map(({ from, to }) => [
      from,
      `import type { B } from '${to}';\nexport type A = B;\n`,
    ]);
    const cycle = [
      ['src/domain/one.ts', `import { b } from './two.ts';\nexport const a = () => b;\n`],
      ['src/domain/two.ts', `import { a } from './one.ts';\nexport const b = () => a;\n`],
    ];
    const files = Object.fromEntries([...targets, ...importers, ...cycle]) as Record<string, string>;
    violations = readDirections(plant(files)).violations;
  });

  it.each(planted)('$rule: $from may not import $to, not even its types', ({ rule, from, target }) => {
    expect(violations).toContainEqual(`${rule}: ${from} → ${target}`);
  });

  it('no-cycle: two files may not import each other', () => {
    expect(violations.some((line) => line.startsWith('no-cycle'))).toBe(true);
  });
});
