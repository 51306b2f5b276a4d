const upTo29 =
  ' un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const tens = '   treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const hundreds =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );
const million = 1_000_000;

/**
 * Returns the amount in words, as money documents repeat it: "un millón doscientos cuarenta mil pesos".
 * `amount`: a whole number from 0 up, smallest unit shown. Number-to-words packages write the wrong
 * "veintiuno mil pesos".
 */
export function amountWords(amount: number): string {
  if (amount === 0) return 'cero pesos';
  const words = wordsOf(amount);
  if (amount === 1) return `${words} peso`;
  return amount % million === 0 ? `${words} de pesos` : `${words} pesos`;
}

function wordsOf(amount: number): string {
  const millions = Math.floor(amount / million);
  const thousands = Math.floor((amount % million) / 1_000);
  return [
    millions > 0 ? `${wordsOf(millions)} ${millions === 1 ? 'millón' : 'millones'}` : '',
    thousands > 1 ? `${below1000(thousands)} mil` : thousands === 1 ? 'mil' : '',
    below1000(amount % 1_000),
  ]
    .filter(Boolean)
    .join(' ');
}

function below1000(amount: number): string {
  if (amount === 100) return 'cien';
  return [hundreds[Math.floor(amount / 100)], below100(amount % 100)].filter(Boolean).join(' ');
}

function below100(amount: number): string {
  const one = upTo29[amount % 10] ?? '';
  const ten = tens[Math.floor(amount / 10)] ?? '';
  if (amount < upTo29.length) return upTo29[amount] ?? '';
  return one === '' ? ten : `${ten} y ${one}`;
}
