import { readdirSync } from 'node:fs';

/** Paths of the files under this folder whose names match, without packages. */
export function filesUnder(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`);
}
