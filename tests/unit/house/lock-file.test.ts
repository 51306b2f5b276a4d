import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = {
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const { packages } = readJson<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');
const { allowScripts } = readJson<{ allowScripts: Readonly<Record<string, boolean>> }>('package.json');

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}

/** Folders where Node looks for `name` from the package at `path`, nearest first. */
function candidates(path: string, name: string): string[] {
  const own = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  if (path === '') return [own];
  return [own, ...candidates(path.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)];
}

// npm never completes the optional packages of an existing lock file, so a lock written on one platform fails
// on all others.
test('locks every optional dependency, whatever platform wrote the lock', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !candidates(path, name).some((place) => place in packages))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('declares each install script that npm does not run', () => {
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(Object.keys(allowScripts).toSorted()).toEqual(
    expect.arrayContaining([...new Set(scripted)].toSorted()),
  );
});
