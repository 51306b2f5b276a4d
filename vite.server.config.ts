import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { buildVersion } from './scripts/release/build-version.ts';
import { operatorCommands } from './scripts/release/operator-commands.ts';

/** Writes down which packages the built server asks for, for scripts/package.ts. */
const packageReport: Plugin = {
  name: 'package-report',
  generateBundle(_options, bundle) {
    const asked = Object.values(bundle)
      .flatMap((chunk) => (chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : []))
      .filter((name) => !(name in bundle) && !name.startsWith('node:') && !builtinModules.includes(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    this.emitFile({
      type: 'asset',
      fileName: 'packages.json',
      source: JSON.stringify([...new Set(asked)].sort()),
    });
  },
};

const readingSql = /readFileSync\(new URL\('([\w-]+\.sql)', import\.meta\.url\), 'utf8'\)/g;

/** Puts the text of an SQL file where a module reads it, because the bundle has no such file beside it. */
const inlineSql: Plugin = {
  name: 'inline-sql',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/server\/.*\.ts$/, code: /\.sql'/ },
    handler(code, id) {
      const inlined = code.replaceAll(readingSql, (_reading, file: string) =>
        JSON.stringify(readFileSync(join(dirname(id), file), 'utf8')),
      );
      if (inlined === code) throw new Error(`${id} names an SQL file that the bundle would not have`);
      return { code: inlined, map: null };
    },
  },
};

/** The server for Node and the operator's commands; their packages stay in node_modules. */
export default defineConfig({
  define: { __BUILD_VERSION__: JSON.stringify(buildVersion()) },
  publicDir: false,
  plugins: [inlineSql, packageReport],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        ...operatorCommands,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
