import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { maxSheetRows } from '#src/extras/notebook/contract/sheet-limits.ts';

/** Rows beyond the limit are read up to this one, so that the screen can give the excess. */
const maxRow = 2 * maxSheetRows;
const maxColumn = 200;
/** The largest size of an unpacked workbook. */
const maxUnpackedBytes = 60_000_000;

/** `beyond`: address of a filled cell outside the area that is read, such as "H1048576". */
export type BoundWorkbook = { bytes: Uint8Array } | { beyond: string } | { tooLarge: true };

/**
 * Returns a workbook without the distant empty cells that spreadsheets leave. The reader creates every row up
 * to the last cell, so one formatted cell at the end of a sheet would create a million rows. Throws if the
 * file is not a ZIP file.
 */
export function boundWorkbook(bytes: Uint8Array): BoundWorkbook {
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => (unpacked += originalSize) <= maxUnpackedBytes,
  });
  if (unpacked > maxUnpackedBytes) return { tooLarge: true };
  let isChanged = false;
  for (const [name, content] of Object.entries(files)) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    const xml = strFromU8(content);
    const bound = withoutFarCells(xml);
    if (typeof bound !== 'string') return bound;
    if (bound.length === xml.length) continue;
    files[name] = strToU8(bound);
    isChanged = true;
  }
  return { bytes: isChanged ? zipSync(files) : bytes };
}

const tags = /<(\/?)(?:\w+:)?(row|c|v|t)\b([^>]*)>/g;
const place = /\sr="([A-Z]{0,3})(\d{1,9})"/;

/** Makes one pass over the tags and removes rows and cells that are too far away, with their contents. */
function withoutFarCells(xml: string): string | { beyond: string } {
  const kept: string[] = [];
  let [end, cell] = [0, ''];
  let far: 'row' | 'c' | null = null;
  for (const { 0: tag, 1: slash, 2: name, 3: attributes = '', index } of xml.matchAll(tags)) {
    const [, column = '', row = ''] = place.exec(attributes) ?? [];
    if (name === 'c' && row !== '') cell = column + row;
    const isWhole = attributes.endsWith('/');
    if (far !== null) {
      if ((name === 'v' || name === 't') && slash === '' && !isWhole) return { beyond: cell };
      if (slash === '/' && name === far) [far, end] = [null, index + tag.length];
      continue;
    }
    const isFar = slash === '' && (Number(row) > maxRow || columnOf(column) > maxColumn);
    if (!isFar || (name !== 'row' && name !== 'c')) continue;
    kept.push(xml.slice(end, index));
    if (isWhole) end = index + tag.length;
    else far = name;
  }
  return kept.join('') + xml.slice(end);
}

/** A is 1, Z is 26, AA is 27. */
function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column;
}
