import { guardedText, type Sheet, type SheetCell } from './sheet.ts';
import { zipFile } from './zip-file.ts';

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Places in the list of styles: words, bold words, figures with thousands. */
const style = { text: 0, head: 1, figure: 2 } as const;
const widest = 48;

/** A workbook with a sheet each: the first line stays in sight, words are words and figures are figures. */
export function xlsxFile(sheets: readonly Sheet[]): Blob {
  return new Blob([xlsxBytes(sheets)], { type: mime });
}

export function xlsxBytes(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const names = sheetNames(sheets);
  return zipFile([
    { name: '[Content_Types].xml', text: contentTypes(sheets.length) },
    {
      name: '_rels/.rels',
      text: relationList([['rId1', `${relations}/officeDocument`, 'xl/workbook.xml']]),
    },
    { name: 'xl/workbook.xml', text: workbook(names) },
    { name: 'xl/_rels/workbook.xml.rels', text: workbookRelations(sheets.length) },
    { name: 'xl/styles.xml', text: styles },
    ...sheets.map((sheet, place) => ({
      name: `xl/worksheets/sheet${place + 1}.xml`,
      text: worksheet(sheet),
    })),
  ]);
}

function worksheet(sheet: Sheet): string {
  const widths = sheet.head.map((title, column) => {
    const longest = Math.max(title.length, ...sheet.rows.map((row) => String(row[column] ?? '').length));
    return `<col min="${column + 1}" max="${column + 1}" width="${Math.min(widest, longest + 3)}" customWidth="1"/>`;
  });
  const rows = [line(sheet.head, 1, style.head), ...sheet.rows.map((row, n) => line(row, n + 2, style.text))];
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function line(cells: readonly SheetCell[], row: number, textStyle: number): string {
  const written = cells.map((cell, column) => {
    const place = `${columnLetters(column)}${row}`;
    if (typeof cell === 'number') return `<c r="${place}" s="${style.figure}"><v>${cell}</v></c>`;
    const text = xmlText(guardedText(cell));
    return `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  });
  return `<row r="${row}">${written.join('')}</row>`;
}

/** "A", "Z", "AA" from 0, 25, 26. */
function columnLetters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** XML holds no control characters but the white ones, and no half of a pair. */
function xmlText(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** At most 31 letters, none of []:*?/\, and no two the same. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, place) => {
    const plain = name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);
    const own = plain.trim() === '' || taken.has(plain.toLowerCase()) ? `Hoja ${place + 1}` : plain;
    taken.add(own.toLowerCase());
    return own;
  });
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, n) => `<sheet name="${xmlText(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  );
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookRelations(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, n) => [`rId${n + 1}`, `${relations}/worksheet`, `worksheets/sheet${n + 1}.xml`] as const,
  );
  return relationList([...sheets, [`rId${count + 1}`, `${relations}/styles`, 'styles.xml']]);
}

function relationList(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const items = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="${packages}/relationships">${items.join('')}</Relationships>`;
}

function contentTypes(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  );
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.join('')}</Types>`;
}

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
