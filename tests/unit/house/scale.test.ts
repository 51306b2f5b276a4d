import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

const tokens = readFileSync('src/client/ui/tokens.css', 'utf8');
const paper = readFileSync('src/client/money/papers/paper.module.css', 'utf8');
const [spaces = [], printSizes = [], printSpaces = []] = [
  [tokens, 'spaces'],
  [paper, 'print-sizes'],
  [paper, 'print-spaces'],
].map(([file = '', name = '']) => new RegExp(`--${name}: ([^;]+);`).exec(file)?.[1]?.split(' '));

/** A size may grow with the screen between two of the scale; print has its own scale, in millimetres. */
const kinds = [
  [
    'font-size',
    (value: string) =>
      printSizes.includes(value) || (/var\(--size-|^inherit$/.test(value) && !/\d(?:rem|px)/.test(value)),
  ],
  [
    '(?:row-|column-)?gap|padding[a-z-]*',
    (value: string) => lengthsIn(value).every((one) => spaces.includes(one) || printSpaces.includes(one)),
  ],
  ['border[a-z-]*radius', (value: string) => !/\d(?:px|r?em)/.test(value)],
] as const;

/** Lengths of a space, without what a calculation takes from a width. A line between cells is 1px. */
function lengthsIn(value: string): string[] {
  return (value.match(/(?<![\w.-]|- )[\d.]+(?:px|rem|mm)/g) ?? []).filter((one) => one !== '1px');
}

const declarations = filesUnder('src', /\.css$/).flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/^\s*([a-z-]+):\s*([^;]+);/gm)].map(
    ([, name = '', value = '']) => ({ path, name, value }),
  ),
);

it('has eight sizes of type, nine spaces and four radii, and as many sizes and spaces in print', () => {
  const named = (start: string) => new Set(tokens.match(new RegExp(`--${start}[a-z0-9-]*(?=:)`, 'g'))).size;
  expect([named('size-'), spaces.length, named('radius')]).toEqual([8, 9, 4]);
  expect([printSizes.length, printSpaces.length]).toEqual([8, 9]);
});

it.each(kinds)('takes each %s from the scale', (names, isHeld) => {
  const ofKind = declarations.filter(({ name }) => new RegExp(`^(?:${names})$`).test(name));
  expect(ofKind.length).toBeGreaterThan(50);
  expect(
    ofKind.filter(({ value }) => !isHeld(value)).map(({ path, name, value }) => `${path}: ${name}: ${value}`),
  ).toEqual([]);
});
