/** The Spanish words of all amounts, each a clip. Before "mil", "millones" and "pesos" one is "un". */
export const small = [
  'un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho',
  'diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
].flatMap((words) => words.split(' '));
export const tens = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
export const hundreds =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );
export const joints = 'cero y cien mil millón millones de peso pesos'.split(' ');

/**
 * Returns the words of an amount in whole pesos, "dos millones de pesos", "veintiún mil cien pesos".
 * Number-to-words packages write the wrong "veintiuno mil pesos".
 */
export function spellAmount(amount: number): string[] {
  if (amount === 0) return ['cero', 'pesos'];
  const noun = amount === 1 ? ['peso'] : amount % 1_000_000 === 0 ? ['de', 'pesos'] : ['pesos'];
  return [...wordsOf(amount), ...noun];
}

function wordsOf(amount: number): string[] {
  const millions = Math.floor(amount / 1_000_000);
  const thousands = Math.floor(amount / 1_000) % 1_000;
  const rest = amount % 1_000;
  return [
    ...(millions === 0 ? [] : [...wordsOf(millions), millions === 1 ? 'millón' : 'millones']),
    ...(thousands === 0 ? [] : thousands === 1 ? ['mil'] : [...upToThousand(thousands), 'mil']),
    ...upToThousand(rest),
  ];
}

/** Returns no words for 0. */
function upToThousand(number: number): string[] {
  if (number === 100) return ['cien'];
  const below = number % 100;
  return [...word(hundreds, Math.floor(number / 100) - 1), ...upToHundred(below)];
}

function upToHundred(number: number): string[] {
  if (number <= small.length) return word(small, number - 1);
  const unit = number % 10;
  const ten = word(tens, Math.floor(number / 10) - 3);
  return unit === 0 ? ten : [...ten, 'y', ...word(small, unit - 1)];
}

function word(words: readonly string[], place: number): string[] {
  const found = words[place];
  return found === undefined ? [] : [found];
}
