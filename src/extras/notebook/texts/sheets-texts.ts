import { formatAmount } from '#src/domain/money.ts';
import type { LineStatus, SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { LeftSheet } from '#src/extras/notebook/domain/template.ts';

interface Noun {
  one: string;
  many: string;
}
const nouns: Record<SheetKind, Noun> = {
  stalls: { one: 'estante', many: 'estantes' },
  customers: { one: 'cliente', many: 'clientes' },
};
const counted = (kind: SheetKind, count: number) =>
  `${formatAmount(count)} ${count === 1 ? nouns[kind].one : nouns[kind].many}`;
const sheetLeftWhy: Record<LeftSheet['why'], string> = {
  hidden: 'está oculta',
  columns: 'no tiene las columnas de la plantilla',
  name: 'no se llama como la de la plantilla, «Estantes» o «Clientes»',
};
const rowsText = (count: number) => (count === 1 ? '1 fila' : `${formatAmount(count)} filas`);

/** Texts of the import of a list. */
export const bringInTexts = {
  dropTitle: 'Suelte aquí su lista',
  chooseTitle: 'Escoja el archivo de su lista',
  dropNote: 'Es la plantilla con sus datos, en Excel o CSV. Primero se ve qué pasa con cada fila.',
  choose: 'Buscar el archivo',
  templates: 'Plantilla, con dos filas de ejemplo que no se traen:',
  workbook: 'Excel',
  csvOf: (kind: SheetKind) => `CSV de ${nouns[kind].many}`,
  templateFile: 'plantilla',
  reading: 'Revisando...',
  unreadable: {
    'old-excel': 'Es un Excel viejo (.xls). Ábralo y guárdelo como .xlsx o .csv.',
    'not-a-sheet': 'Este archivo no es una lista. Descargue la plantilla, llénela y tráigala.',
    empty: 'La lista no tiene filas suyas.',
    'too-many': 'Son más de 20,000 filas. Traiga la lista por partes.',
    'too-large': 'El archivo es demasiado grande. Traiga la lista por partes.',
    failed: 'No se pudo leer. Pruebe otra vez.',
  },
  otherColumns:
    'Este archivo tiene otras columnas. Descargue la plantilla de aquí abajo, copie en ella sus datos sin cambiar los títulos y tráigala.',
  sheetsLeft: (left: readonly LeftSheet[]) =>
    left.map(({ name, why }) => `No se trae la hoja «${name}»: ${sheetLeftWhy[why]}.`).join(' '),
  farCell: (cell: string) =>
    `Hay algo escrito muy lejos, en la celda ${cell}. Bórrelo en su lista, guárdela y tráigala otra vez.`,
  otherFile: 'Escoger otro archivo',
  fresh: 'Nuevos',
  there: 'Ya estaban',
  bad: 'No se traen',
  amounts: { stalls: 'Se les debe', customers: 'Saldos a favor' } satisfies Record<SheetKind, string>,
  faultsNote: 'Estas filas no se traen. Corríjalas en su archivo y escójalo otra vez: nada entra dos veces.',
  faultsCaption: 'Filas que no se traen',
  wholeRow: 'Toda la fila',
  row: 'Fila',
  rowOf: (row: number) => `Fila ${row}`,
  column: 'Columna',
  cell: 'Dice',
  happens: 'Qué pasa',
  file: 'Archivo',
  when: 'Cuándo',
  seeOf: (file: string) => `Ver ${file}`,
  statuses: {
    made: 'Nuevo',
    there: 'Ya estaba: no cambia',
    'has-opening': 'Ya estaba, con su saldo inicial: no entra otro',
    'email-taken': 'Este correo ya es de otra cuenta.',
    'over-limit': 'Con esta fila el mercado pasa del tope de saldos iniciales.',
  } satisfies Record<LineStatus, string>,
  goodCaption: 'Así quedan en el mercado',
  once: 'No se deshace. Mire bien las cifras antes.',
  standsFor: (amount: string) =>
    `El mercado responde por ${amount}: queda escrito a su nombre en el libro y en Quién hizo qué.`,
  consent: 'Llegan sin constancia del aviso de datos. Léales el aviso la próxima vez que vengan.',
  nothingNew: 'Todo esto ya está en el mercado. No hay nada que traer.',
  bring: (kind: SheetKind, count: number) => `Traer ${counted(kind, count)}`,
  sum: (kind: SheetKind, count: number, amount: string) =>
    amount === '' ? counted(kind, count) : `${counted(kind, count)} · ${amount}`,
  bringing: (done: number, all: number) => `Trayendo ${formatAmount(done)} de ${formatAmount(all)}`,
  bringingSaid: (percent: number) => `${percent} por ciento`,
  leftSeconds: (seconds: number) =>
    seconds > 90 ? `Faltan unos ${Math.round(seconds / 60)} minutos.` : `Faltan unos ${seconds} segundos.`,
  goOn: 'Puede seguir en otra página.',
  never: 'Si se cierra esta pestaña, traiga el archivo otra vez. Ninguna fila entra dos veces.',
  paused: 'No hay conexión. Lo que ya entró está guardado; sigue solo cuando vuelva.',
  resume: 'Seguir',
  stopped: 'No se pudo seguir',
  giveUp: 'Dejarla así',
  unfinished: (done: number, all: number) =>
    `Quedó a medias: entraron ${formatAmount(done)} de ${formatAmount(all)} filas.`,
  done: (kind: SheetKind, count: number) => `${count === 1 ? 'Entró' : 'Entraron'} ${counted(kind, count)}`,
  doneThere: (count: number) => `${formatAmount(count)} ya ${count === 1 ? 'estaba' : 'estaban'}.`,
  doneOwed: (amount: string) => `Se les debe ${amount}.`,
  doneBalances: (amount: string) => `${amount} en códigos.`,
  lateFaults: (count: number) =>
    `${rowsText(count)} no ${count === 1 ? 'entró' : 'entraron'}: cambió algo mientras tanto.`,
  printSlips: 'Imprimir papelitos de ingreso',
  printPapers: 'Imprimir los códigos',
  see: 'Ver la lista',
  another: 'Traer otra lista',
  history: 'Listas traídas',
  historyNone: 'Todavía no ha traído listas',
  historyNoneNote: 'Cada una queda aquí, con sus papelitos para imprimir.',
  historyLine: (kind: SheetKind, count: number, by: string) => `${counted(kind, count)}, por ${by}`,
  slipTitle: 'Papelito de ingreso',
  slipsHeading: 'Papelitos de ingreso',
  slipUser: 'Usuario',
  slipCode: 'Código, sirve una vez',
  slipSteps: (address: string) => `Lea el cuadro con la cámara, o entre a ${address}, y escoja su clave.`,
  slipUntil: (day: string) => `Sirve hasta el ${day}. No lo preste: quien lo tiene, entra por usted.`,
  slipsAgain: 'Los papelitos que imprimió antes ya no sirven.',
};

/** The sentence for each fault of a row. */
export const faultTexts = {
  missing: (head: string) => `Falta: ${head}.`,
  'too-long': (head: string) => `${head}: es demasiado largo.`,
  email: 'El correo no está completo.',
  phone: (digits: number) =>
    digits === 0
      ? 'El teléfono no tiene números. Debe tener 10, o quedar vacío.'
      : `El teléfono tiene ${digits} ${digits === 1 ? 'número' : 'números'}. Debe tener 10.`,
  'too-much': (max: string) => `Pasa del tope: ${max} por fila.`,
  same: (row: number) => `Es igual a la fila ${row}.`,
  formula: 'Es una fórmula sin resultado. Escriba el valor.',
  sum: 'Parece la suma de la lista, y no un estante.',
  beyond: 'Hay algo escrito fuera de las columnas de la plantilla. Bórrelo o páselo a su columna.',
  hidden: 'La fila está oculta en su archivo. Muéstrela si debe entrar.',
  quotes: 'Una comilla (") la pega con las filas que siguen. Quite la comilla.',
} as const;
