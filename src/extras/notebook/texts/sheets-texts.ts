import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { ColumnField } from '#src/extras/notebook/domain/columns.ts';

interface Noun {
  one: string;
  many: string;
}
const nouns: Record<SheetKind, Noun> = {
  stalls: { one: 'estante', many: 'estantes' },
  points: { one: 'punto de recarga', many: 'puntos de recarga' },
  products: { one: 'producto', many: 'productos' },
  customers: { one: 'cliente', many: 'clientes' },
};
export const figure = (count: number) => count.toLocaleString('en-US');
const counted = (kind: SheetKind, count: number) =>
  `${figure(count)} ${count === 1 ? nouns[kind].one : nouns[kind].many}`;
const rowsText = (count: number) => (count === 1 ? '1 fila' : `${figure(count)} filas`);

/** Texts of the import of a list. */
export const bringInTexts = {
  kinds: {
    stalls: 'Estantes',
    points: 'Puntos de recarga',
    products: 'Productos',
    customers: 'Clientes y saldos',
  } satisfies Record<SheetKind, string>,
  what: '¿Qué sube?',
  steps: { drop: 'Archivo', columns: 'Columnas', rows: 'Filas', review: 'Revisar', bring: 'Subir' },
  stepsLabel: 'Pasos',
  stepOf: (step: string, number: number) => `Paso ${number} de 5: ${step}`,
  dropTitle: 'Suelte aquí su lista',
  chooseTitle: 'Escoja el archivo de su lista',
  dropNote: 'Excel o CSV, como la tenga. También puede pegar celdas.',
  choose: 'Buscar el archivo',
  paste: 'Pegar celdas',
  pasteTitle: 'Pegue aquí las celdas',
  pasteNote: 'En su Excel, cópielas con sus títulos. Aquí, péguelas.',
  pasteField: 'Celdas',
  pasted: 'Celdas pegadas',
  pasteUse: 'Usar estas celdas',
  example: 'Lista de ejemplo',
  reading: 'Leyendo...',
  private: 'El archivo se lee en este aparato. Solo se envían las filas que usted suba.',
  unreadable: {
    'old-excel': 'Es un Excel viejo (.xls). Ábralo y guárdelo como .xlsx o .csv.',
    'not-a-sheet': 'Este archivo no es una lista. Guárdela como .xlsx o .csv y súbala otra vez.',
    empty: 'La lista está vacía.',
    'too-many': 'Son más de 20,000 filas. Suba la lista por partes.',
    'too-large': 'El archivo es demasiado grande. Suba la lista por partes.',
    failed: 'No se pudo leer. Pruebe otra vez.',
  },
  farCell: (cell: string) =>
    `Hay algo escrito muy lejos, en la celda ${cell}. Bórrelo en su lista, guárdela y súbala otra vez.`,
  fileLine: (sheet: string, rows: number) =>
    sheet === '' ? rowsText(rows) : `hoja «${sheet}», ${rowsText(rows)}`,
  sheet: 'Hoja del archivo',
  columnsCaption: 'Qué es cada columna',
  inSheet: 'En su lista',
  asWritten: 'Así viene',
  here: 'Aquí es',
  understood: 'Se entendió',
  noHead: (number: number) => `Columna ${number}`,
  notBrought: 'No subir',
  whatIs: (head: string) => `Qué es ${head}`,
  fields: {
    stalls: { name: 'Nombre del estante', ownerName: 'Dueño', amount: 'Se le debe' },
    points: { name: 'Nombre del punto' },
    products: { name: 'Producto' },
    customers: { name: 'Nombre', amount: 'Saldo a favor' },
  } satisfies Record<SheetKind, Partial<Record<ColumnField, string>>>,
  field: {
    name: 'Nombre',
    ownerName: 'Dueño',
    identificacion: 'Identificación',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    stall: 'Estante',
    price: 'Precio',
    note: 'Detalle',
    type: 'Tipo',
    amount: 'Saldo',
  } satisfies Record<ColumnField, string>,
  skipped: (titles: number, empty: number, totals: number) =>
    `No se toman ${[
      titles > 0 && (titles === 1 ? '1 título' : `${titles} títulos`),
      empty > 0 && (empty === 1 ? '1 fila vacía' : `${figure(empty)} filas vacías`),
      totals > 0 && (totals === 1 ? '1 total' : `${totals} totales`),
    ]
      .filter(Boolean)
      .join(', ')}.`,
  columnsDone: (known: number, all: number) => `${known} de ${all} columnas entendidas`,
  rowsFound: (count: number) => `${rowsText(count)} para revisar.`,
  needs: (field: string) => `Falta decir cuál columna es «${field}».`,
  back: 'Volver',
  next: 'Seguir',
  checking: (done: number, all: number) => `Revisando ${figure(done)} de ${figure(all)}`,
  all: 'Todas',
  good: 'Bien',
  bad: 'Con falta',
  filter: 'Qué filas se ven',
  rowsCaption: 'Filas de la lista',
  row: 'Fila',
  happens: 'Qué pasa',
  fine: 'Bien',
  there: 'Ya está en el mercado: no se hace otra vez.',
  hasOpening: 'Ya está, y ya tiene su saldo inicial: no se suma otra vez.',
  fix: 'Corregir',
  fixTitle: (row: number) => `Fila ${row}`,
  fixSave: 'Guardar',
  leaveOut: 'Quitar esta',
  keep: 'Dejar así',
  yesAmount: (amount: string) => `Sí, ${amount}`,
  rowsDone: (good: number, bad: number) => `${figure(good)} bien, ${figure(bad)} con falta`,
  rowsNote: (good: number, bad: number) =>
    bad === 0
      ? 'Todas están bien.'
      : `Puede subir ${good === 1 ? 'la 1' : `las ${figure(good)}`} y dejar ${figure(bad)} para después.`,
  nextWith: (count: number) => `Seguir con ${figure(count)}`,
  more: (count: number) => `Ver más (quedan ${figure(count)})`,
  noneOfThese: 'Aquí no hay filas.',
  reviewNew: (kind: SheetKind) => {
    const { many } = nouns[kind];
    return `${many.charAt(0).toUpperCase()}${many.slice(1)} nuevos`;
  },
  reviewThere: 'Ya estaban',
  reviewOut: 'Sin subir',
  owed: 'Se les debe',
  balances: 'Saldos',
  reviewCaption: 'Así quedan en el mercado',
  reviewNote: (shown: number, all: number) => `${figure(shown)} de ${figure(all)}. Así quedan en el mercado.`,
  reviewOnce: 'No se deshace. Si algo está mal, corríjalo en su lista antes de subirla.',
  standsFor: (amount: string) =>
    `El mercado responde por ${amount}: queda escrito a su nombre en el libro y en Quién hizo qué.`,
  consent: 'Llegan sin constancia del aviso de datos. Léales el aviso la próxima vez que vengan.',
  nothingNew: 'Todo esto ya está en el mercado. No hay nada que subir.',
  bring: (kind: SheetKind, count: number) => `Subir ${counted(kind, count)}`,
  sum: (kind: SheetKind, count: number, amount: string) =>
    amount === '' ? counted(kind, count) : `${counted(kind, count)} · ${amount}`,
  bringing: (done: number, all: number) => `Subiendo ${figure(done)} de ${figure(all)}`,
  bringingSaid: (percent: number) => `${percent} por ciento`,
  leftSeconds: (seconds: number) =>
    seconds > 90 ? `Faltan unos ${Math.round(seconds / 60)} minutos.` : `Faltan unos ${seconds} segundos.`,
  goOn: 'Puede seguir en otra página.',
  never: 'Si se corta, sigue donde iba. Ninguna fila entra dos veces.',
  paused: 'No hay conexión. Lo que ya entró está guardado; sigue solo cuando vuelva.',
  resume: 'Seguir',
  stopped: 'No se pudo seguir',
  giveUp: 'Dejarla así',
  unfinished: (done: number, all: number) =>
    `Quedó a medias: entraron ${figure(done)} de ${figure(all)} filas.`,
  done: (kind: SheetKind, count: number) => `${count === 1 ? 'Entró' : 'Entraron'} ${counted(kind, count)}`,
  doneThere: (count: number) => `${figure(count)} ya ${count === 1 ? 'estaba' : 'estaban'}.`,
  doneOwed: (amount: string) => `Se les debe ${amount}.`,
  doneBalances: (amount: string) => `${amount} en códigos.`,
  lateFaults: (count: number) =>
    `${rowsText(count)} no ${count === 1 ? 'entró' : 'entraron'}: cambió algo mientras tanto.`,
  printSlips: 'Imprimir papelitos de ingreso',
  printPapers: 'Imprimir los códigos',
  see: 'Ver la lista',
  another: 'Subir otra lista',
  history: 'Listas subidas',
  historyNone: 'Todavía no ha subido ninguna.',
  historyLine: (kind: SheetKind, count: number, by: string) => `${counted(kind, count)}, por ${by}`,
  slipTitle: 'Papelito de ingreso',
  slipsHeading: 'Papelitos de ingreso',
  slipUser: 'Usuario',
  slipCode: 'Código, sirve una vez',
  slipSteps: (address: string) => `Lea el cuadro con la cámara, o entre a ${address}, y escoja su clave.`,
  slipUntil: (day: string) => `Sirve hasta el ${day}. No lo preste: quien lo tiene, entra por usted.`,
  slipsAgain: 'Los papelitos que imprimió antes ya no sirven.',
};

const fieldName = (kind: SheetKind, field: ColumnField): string =>
  (bringInTexts.fields[kind] as Partial<Record<ColumnField, string>>)[field] ?? bringInTexts.field[field];
export { fieldName };

/** The sentence for each fault of a row. */
export const faultTexts = {
  missing: (field: string) => `Falta: ${field}.`,
  'too-long': (field: string) => `${field}: es demasiado largo.`,
  email: 'El correo no está completo.',
  'no-price': 'El precio es 0.',
  phone: (digits: number) =>
    digits === 0
      ? 'El teléfono no tiene números. Debe tener 10, o quedar vacío.'
      : `El teléfono tiene ${digits} ${digits === 1 ? 'número' : 'números'}. Debe tener 10.`,
  'not-amount': (text: string, why: string) => `«${text}»: ${why}`,
  'is-it': (text: string, guess: string) => `«${text}» no es un monto. ¿Son ${guess}?`,
  'too-much': (max: string) => `Pasa del tope: ${max} por fila.`,
  same: (row: number) => `Es igual a la fila ${row}.`,
  'same-phone': (row: number) => `La fila ${row} tiene el mismo teléfono.`,
  'email-taken': 'Este correo ya es de otra cuenta.',
  'unknown-stall': (stall: string) => `No hay un estante que se llame «${stall}». Suba primero los estantes.`,
  'over-limit': 'Con esta fila el mercado pasa del tope de saldos iniciales.',
} as const;
