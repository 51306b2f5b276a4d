import { customerPages, laterPages, openings } from './pages.ts';

/**
 * Which file a module is built into: few files, because a slow line pays for each. A chunk holds the modules
 * that several openings share, and the first chunk of the list that holds a module gets it. Each of these
 * sets contains the imports of its modules, so a file only imports files further up: two files can never wait
 * for each other, and no page loads a module that it does not use.
 */
export type Chunk = {
  readonly name: string;
  /** Reached from every opening of a row; several rows add up. */
  readonly shared: readonly (readonly Opening[])[];
};

type Opening = keyof typeof roots;

const roots = {
  ...openings,
  /** All that a customer's phone caches on its first visit. */
  customer: customerPages,
  /** All that it caches later. */
  later: laterPages,
} as const satisfies Record<string, readonly string[]>;

export const chunks: readonly Chunk[] = [
  // Its packages are separate from our screen, so that our new versions do not download them again.
  { name: 'camera', shared: [['camera']] },
  { name: 'dexie', shared: [['dexie']] },
  { name: 'base', shared: [['entry'], ['login', 'balance'], ['login', 'choosing']] },
  {
    name: 'calls',
    shared: [
      ['balance', 'home'],
      ['balance', 'device'],
    ],
  },
  { name: 'balance', shared: [['balance']] },
  {
    name: 'entrance',
    shared: [
      ['login', 'customer'],
      ['login', 'later'],
    ],
  },
  { name: 'router', shared: [['login', 'home']] },
  { name: 'sign-in', shared: [['login']] },
  {
    name: 'choosing',
    shared: [
      ['choosing', 'home'],
      ['choosing', 'device'],
    ],
  },
  { name: 'purchase-form', shared: [['choosing']] },
  {
    name: 'dialogs',
    shared: [
      ['customer', 'home'],
      ['customer', 'device'],
      ['later', 'home'],
      ['device', 'home'],
    ],
  },
  { name: 'outbox', shared: [['outbox']] },
  { name: 'device', shared: [['device']] },
  { name: 'results', shared: [['customer', 'later']] },
  { name: 'home', shared: [['home']] },
];

/** Icons of no chunk above, by the openings that show them. All others are one chunk: most pages need a few. */
const iconChunks: readonly Chunk[] = [
  { name: 'customer-icons', shared: [['customer']] },
  { name: 'later-icons', shared: [['later']] },
  { name: 'icons', shared: [[]] },
];

/** The module that starts everything; its file changes with every version. */
const [entryModule] = openings.entry;

/** The used part of the bundler's facts about a module. */
type ModuleFacts = { readonly importedIds: readonly string[]; readonly code: string | null };
export type ModuleGraph = { getModuleInfo: (id: string) => ModuleFacts | null };

/** Returns the module's path in the project, without the bundler's prefix and suffix. */
export function pathOfModule(id: string, root: string): string {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Returns the function that names a module's chunk; null leaves it to the bundler. */
export function nameChunks(root: string): (id: string, graph: ModuleGraph) => string | null {
  let named: ((id: string) => string | null) | null = null;
  return (id, graph) => (named ??= namesIn(graph, root))(id);
}

function namesIn(graph: ModuleGraph, root: string): (id: string) => string | null {
  const importsOf = readImports(graph);
  const reached = Object.fromEntries(
    Object.entries(roots).map(([opening, paths]) => [
      opening,
      reach(
        paths.map((path) => `${root}/${path}`),
        importsOf,
      ),
    ]),
  ) as Record<Opening, ReadonlySet<string>>;
  for (const [opening, paths] of Object.entries(roots))
    for (const path of paths)
      if (graph.getModuleInfo(`${root}/${path}`) === null)
        throw new Error(`${path} of "${opening}" is not built: name its new path in scripts/bundle/pages.ts`);
  return (id) => {
    const path = pathOfModule(id, root);
    if (path === entryModule) return null;
    if (path === 'rolldown/runtime.js') return 'base';
    const found = (isIcon(path) ? [...chunks, ...iconChunks] : chunks).find(({ shared }) =>
      shared.some((openingsOfRow) => openingsOfRow.every((opening) => reached[opening].has(id))),
    );
    return found?.name ?? null;
  };
}

/** Everything that these modules import, and they themselves. */
function reach(from: readonly string[], importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    queue.push(...importsOf(next));
  }
  return found;
}

const iconList = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const isIcon = (path: string): boolean => path.includes('/lucide-react/dist/esm/icons/');

/** The icons come from one list of two thousand: only those that a module names count as its imports. */
function readImports(graph: ModuleGraph): (id: string) => readonly string[] {
  const fileOfIcon = new Map<string, string>();
  return (id) => {
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
    const list = importedIds.find((imported) => iconList.test(imported));
    if (list === undefined) return importedIds;
    if (fileOfIcon.size === 0)
      for (const [name, file] of iconFiles(graph.getModuleInfo(list)?.code ?? '', list))
        fileOfIcon.set(name, file);
    const named = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code ?? '')?.[1] ?? '';
    const files = named.split(',').flatMap((part) => {
      const name = part.trim().split(/\s+as\s+/)[0] ?? '';
      return fileOfIcon.get(name) ?? [];
    });
    return [...importedIds.filter((imported) => imported !== list), ...files];
  };
}

function iconFiles(code: string, list: string): [name: string, file: string][] {
  const folder = list.replace(/[^/]*$/, '');
  return [...code.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']\.\/(icons\/[\w-]+\.m?js)["']/g)].flatMap(
    ([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [
        name,
        `${folder}${file}`,
      ]),
  );
}
