import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';
import { maxSheetRows } from '#src/extras/notebook/contract/sheet-limits.ts';

/** Rows beyond the limit are read up to this one, so that the screen can give the excess. */
const maxRow = 2 * maxSheetRows;
const maxColumn = 200;
/** The largest size of an unpacked workbook. */
const maxUnpackedBytes = 60_000_000;

/** Parts of a sheet that a person does not see. Rows from 1. */
export type HiddenParts = { isHidden: boolean; rows: ReadonlySet<number> };

/**
 * `hidden`: of each sheet, in the order of the workbook. `beyond`: address of a filled cell outside the area that is
 * read, such as "H1048576".
 */
export type BoundWorkbook =
  | { bytes: Uint8Array; hidden: HiddenParts[] }
  | { beyond: string }
  | { tooLarge: true };

/**
 * Returns a workbook without the distant empty cells that spreadsheets leave. The reader creates every row up
 * to the last cell, so one formatted cell at the end of a sheet would create a million rows. It also reads a
 * formula without a stored result as an empty cell, and an error too: here they become the texts "=" and "#REF!".
 * Throws if the file is not a ZIP file.
 */
export function boundWorkbook(bytes: Uint8Array): BoundWorkbook {
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => (unpacked += originalSize) <= maxUnpackedBytes,
  });
  if (unpacked > maxUnpackedBytes) return { tooLarge: true };
  let isChanged = false;
  const hiddenRows = new Map<string, ReadonlySet<number>>();
  for (const [name, content] of Object.entries(files)) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    const xml = strFromU8(content);
    const bound = boundSheet(xml);
    if ('beyond' in bound) return bound;
    hiddenRows.set(name, bound.hiddenRows);
    if (bound.xml === xml) continue;
    files[name] = strToU8(bound.xml);
    isChanged = true;
  }
  const hidden = sheetsOf(files).map(({ path, isHidden }) => ({
    isHidden,
    rows: hiddenRows.get(path) ?? new Set<number>(),
  }));
  return { bytes: isChanged ? zipSync(files) : bytes, hidden };
}

function sheetsOf(files: Unzipped): { path: string; isHidden: boolean }[] {
  const parts = attributesOf(files['xl/_rels/workbook.xml.rels'], 'Relationship');
  const targets = new Map(parts.map((part) => [part('Id'), part('Target').replace(/^\/?(?:xl\/)?/, '')]));
  return attributesOf(files['xl/workbook.xml'], 'sheet').map((sheet) => ({
    path: `xl/${targets.get(sheet('id'))}`,
    isHidden: /hidden$/i.test(sheet('state')),
  }));
}

/** Returns a function for each tag of this name, which returns an attribute of it or an empty text. */
function attributesOf(file: Uint8Array | undefined, tag: string): ((name: string) => string)[] {
  const found = strFromU8(file ?? new Uint8Array()).matchAll(new RegExp(`<(?:\\w+:)?${tag}(\\s[^>]*)>`, 'g'));
  return [...found].map(
    ([, attributes = '']) =>
      (name) =>
        new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(attributes)?.[1] ?? '',
  );
}

const tags = /<(\/?)(\w+:)?(row|c|f|v|t)\b([^>]*)>/g;
const place = /\sr="([A-Z]{0,3})(\d{1,9})"/;

/**
 * Makes one pass over the tags: removes rows and cells that are too far away, with their contents, and writes what
 * the reader would leave out.
 */
function boundSheet(xml: string): { xml: string; hiddenRows: ReadonlySet<number> } | { beyond: string } {
  const kept: string[] = [];
  const hiddenRows = new Set<number>();
  let [end, cell, cellAt, lastRow] = [0, '', 0, 0];
  let [hasFormula, hasValue] = [false, false];
  let far: 'row' | 'c' | null = null;
  for (const { 0: tag, 1: slash, 2: prefix = '', 3: name, 4: attributes = '', index } of xml.matchAll(tags)) {
    const [, column = '', row = ''] = place.exec(attributes) ?? [];
    if (name === 'c' && slash === '') {
      if (row !== '') cell = column + row;
      [cellAt, hasFormula, hasValue] = [index, false, false];
    }
    if (name === 'f') hasFormula = true;
    if (name === 'v') hasValue = true;
    if (name === 'row' && slash === '') {
      lastRow = row === '' ? lastRow + 1 : Number(row);
      if (/\shidden="(?:1|true)"/.test(attributes)) hiddenRows.add(lastRow);
    }
    const isWhole = attributes.endsWith('/');
    if (far !== null) {
      if ((name === 'v' || name === 't') && slash === '' && !isWhole) return { beyond: cell };
      if (slash === '/' && name === far) [far, end] = [null, index + tag.length];
      continue;
    }
    const isFar = slash === '' && (Number(row) > maxRow || columnOf(column) > maxColumn);
    if (isFar && (name === 'row' || name === 'c')) {
      kept.push(xml.slice(end, index));
      if (isWhole) end = index + tag.length;
      else far = name;
    } else if (name === 'c' && slash === '' && attributes.includes(' t="e"')) {
      kept.push(xml.slice(end, index), tag.replace(' t="e"', ' t="str"'));
      end = index + tag.length;
    } else if (name === 'c' && slash === '/' && hasFormula && !hasValue) {
      const [c, v] = [`${prefix}c`, `${prefix}v`];
      kept.push(xml.slice(end, cellAt), `<${c} r="${cell}" t="str"><${v}>=</${v}></${c}>`);
      end = index + tag.length;
    }
  }
  return { xml: kept.join('') + xml.slice(end), hiddenRows };
}

/** A is 1, Z is 26, AA is 27. */
function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column;
}
