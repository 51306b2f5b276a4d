import { formatAmount } from '#src/domain/money.ts';

interface Heap {
  value: number;
  count: number;
}

/** Lists the pieces of a drawing: "un billete de 10,000, uno de 2,000, una moneda de 500". */
function pieces(heaps: readonly Heap[]): string {
  let before: 'billete' | 'moneda' | undefined;
  return heaps
    .map(({ value, count }) => {
      const kind = value > 1_000 ? 'billete' : 'moneda';
      const isCoin = kind === 'moneda';
      const one = before === kind ? (isCoin ? 'una' : 'uno') : isCoin ? 'una moneda' : 'un billete';
      const many = `${formatAmount(count)}${before === kind ? '' : ` ${kind}s`}`;
      before = kind;
      return `${count === 1 ? one : many} de ${formatAmount(value)}`;
    })
    .join(', ');
}

/** "un billete de 10,000" */
const one = (value: number): string => pieces([{ value, count: 1 }]);

export const notesTexts = {
  pieces,
  pad: 'Billetes y monedas',
  tray: 'Lo que puso',
  add: (value: number) => `Poner ${one(value)}`,
  take: (value: number, count: number) => `Quitar ${one(value)}; hay ${count}`,
  takeLast: 'Quitar el último',
  faces: 'Cómo escribir el monto',
  figures: '1 2 3, números',
  notes: 'Billetes',
} as const;
