import { headOf } from '#src/extras/notebook/domain/template.ts';

const pick = <Value>(of: readonly Value[], n: number): Value => {
  const value = of[n % of.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};
/** Invented people and places, each once, with the letters that files spoil. */
const personOf = (n: number): string => `Ángela Güiza Ñustes ${n + 1}`;
const stallOf = (n: number): string => `Café Piñeros y Páez ${n + 1}`;

/** Writes pesos in different styles. */
export function untidyAmount(amount: number, hand: number): string {
  const dots = String(amount).replaceAll(/\B(?=(\d{3})+$)/g, '.');
  const hands = [
    String(amount),
    dots,
    `$ ${dots}`,
    `$${dots},00`,
    dots.replaceAll('.', ','),
    `${dots.replaceAll('.', ',')}.00`,
    `COP ${dots}`,
    dots.replaceAll('.', ' '),
    `${dots} pesos`,
    `$${dots}.-`,
  ];
  return pick(hands, hand);
}

function untidyPhone(n: number, hand: number): string {
  const digits = `31${String(10_000_000 + n * 7)}`;
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return pick([digits, `${a} ${b} ${c}`, `${a}-${b}-${c}`, `+57 ${a} ${b} ${c}`, `(57) ${digits}`], hand);
}

export const owedOf = (n: number): number => (n % 5 === 0 ? 0 : 1_000 * (n + 1) + 500);

export function stallRows(count: number): string[][] {
  const rows = Array.from({ length: count }, (_, n) => [
    `  ${stallOf(n)} `,
    personOf(n),
    n % 7 === 0 ? '' : untidyPhone(n, n),
    '',
    owedOf(n) === 0 ? pick(['', '-', '0', '—'], n) : untidyAmount(owedOf(n), n),
  ]);
  return [headOf('stalls'), ...rows];
}

export function customerRows(count: number): string[][] {
  const rows = Array.from({ length: count }, (_, n) => [
    personOf(n),
    pick([String(20_000_000 + n), `C.C. ${20_000_000 + n}`, (20_000_000 + n).toLocaleString('es-CO')], n),
    untidyPhone(n, n + 1),
    '',
    n % 2 === 0 ? untidyAmount(1_000 + n, n) : '',
  ]);
  return [headOf('customers'), ...rows];
}

/** Like a Windows spreadsheet: semicolons, quotes where needed, Latin-1. */
export function csvOf(rows: readonly (readonly string[])[], separator = ';'): string {
  const cell = (text: string): string =>
    text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(separator)).join('\r\n');
}
