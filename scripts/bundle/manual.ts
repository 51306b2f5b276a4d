import { readdirSync, readFileSync } from 'node:fs';
import { marked } from 'marked';

/** A file of the built manual: its name below `manual/`, and its bytes or text. */
export type ManualFile = { name: string; source: string | Uint8Array };

const folder = 'docs/manual';

/**
 * Returns the manual as pages for a browser, built from docs/manual: one page per task, its pictures, a style
 * sheet and `files.json`, the list of all files with their total size in bytes, with which a device stores
 * the manual for reading offline.
 */
export function buildManual(): ManualFile[] {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => pageOf(name, readFileSync(`${folder}/${name}`, 'utf8')));
  const pictures = readdirSync(`${folder}/pictures`)
    .filter((name) => name.endsWith('.jpg'))
    .map((name) => ({ name: `pictures/${name}`, source: readFileSync(`${folder}/pictures/${name}`) }));
  const files = [
    ...pages,
    ...pictures,
    { name: 'manual.css', source: readFileSync('scripts/bundle/manual.css', 'utf8') },
  ];
  const bytes = files.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0);
  return [
    ...files,
    { name: 'files.json', source: JSON.stringify({ files: files.map(({ name }) => name), bytes }) },
  ];
}

/** README.md is the table of contents. Links between pages and to the operator's guide are adapted. */
function pageOf(name: string, markdown: string): ManualFile {
  const isContents = name === 'README.md';
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  const body = marked
    .parse(markdown, { async: false })
    .replaceAll(/href="\.\.\/[\w-]+\.md"/g, 'href="/api/v1/docs"')
    .replaceAll(/href="([\w-]+)\.md"/g, 'href="$1.html"')
    .replaceAll('href="README.html"', 'href="index.html"');
  const way = isContents
    ? '<a href="/">Volver a la aplicación</a>'
    : '<a href="index.html">Todo el manual</a>';
  return {
    name: isContents ? 'index.html' : name.replace(/\.md$/, '.html'),
    source: `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Manual del mercado campesino</title>
<link rel="stylesheet" href="manual.css">
<nav>${way}</nav>
<main>
${body}</main>
`,
  };
}
