import { formatAmount } from '#src/domain/money.ts';

/** Sentences for a paper that does not come out: the cause, and one thing to do. */
type Fault = { readonly title: string; readonly note: string };

export const printerFaultTexts = {
  unsupported: {
    title: 'Este navegador no imprime sin ventana',
    note: 'Use Chrome o Edge, o imprima con la ventana del navegador.',
  },
  refused: {
    title: 'El navegador no dio permiso',
    note: 'Abra los permisos del sitio, junto a la dirección, y permita la impresora.',
  },
  'not-chosen': {
    title: 'No ha escogido impresora',
    note: 'Escójala una vez: después imprime con un toque.',
  },
  away: { title: 'La impresora no está', note: 'Revise el cable y préndala.' },
  busy: {
    title: 'Otro programa usa la impresora',
    note: 'Cierre el otro programa o la otra ventana. En Windows puede ser el controlador de la impresora.',
  },
  unplugged: { title: 'Se desconectó la impresora', note: 'Revise el cable y préndala.' },
  stuck: { title: 'La impresora no sigue', note: 'Mire el papel y la tapa. Apáguela y préndala.' },
  'no-paper': { title: 'Se acabó el papel', note: 'Ponga un rollo e imprima otra vez.' },
  'not-drawn': {
    title: 'El papel no se pudo dibujar',
    note: 'Imprima otra vez, o use la ventana del navegador.',
  },
} as const satisfies Record<string, Fault>;

export const printerTexts = {
  title: 'Impresora',
  once: 'Escójala una vez. Después imprime con un solo toque.',
  steps: { choose: 'Escoja la impresora', test: 'Imprima la prueba', judge: '¿Salió bien?' },
  ready: 'Impresora lista',
  tested: 'Ya está probada',
  cable: 'Por cable USB',
  cableNote: 'Conecte el cable y préndala.',
  bluetooth: 'Por Bluetooth',
  bluetoothNote: 'Primero únala en los ajustes del equipo.',
  sheet: 'Hoja A4',
  sheetNote: 'Imprime con la ventana del navegador, sin un solo toque.',
  find: 'Buscar',
  findCable: 'Buscar por cable USB',
  showAll: 'Mostrar todos',
  showAllCable: 'Mostrar todos por cable USB',
  findBluetooth: 'Buscar por Bluetooth',
  findOther: 'Buscar de otra manera',
  onSheets: 'Usar hojas',
  width: 'Ancho del papel',
  widthNote: 'Mídalo de borde a borde.',
  ownList: 'El navegador muestra su propia lista. Escoja la que dice el nombre de su impresora.',
  noneChosen: 'No escogió ninguna impresora. Si no sale en la lista, mire que esté prendida.',
  noneByCable: 'Si no sale en la lista, búsquela de otra manera o toque Mostrar todos.',
  printTest: 'Imprimir la prueba',
  checks: [
    'El código se lee: apúntele la cámara',
    'Las tildes y la ñ están bien',
    'Los cuadritos tocan los dos bordes',
  ],
  otherWay: 'Si no, la imprimimos de otra manera.',
  otherNow: 'Esta salió de otra manera. Mírela otra vez.',
  stillWrong: 'Cambie arriba el ancho del papel. Con cable de serie, también la velocidad.',
  good: 'Sí, quedó bien',
  bad: 'No salió bien',
  anotherTest: 'Otra prueba',
  speed: 'Velocidad del cable',
  speedOf: (baud: number) => `${formatAmount(baud)} baudios`,
  readyNote: 'Desde ahora imprime con un solo toque.',
  change: 'Cambiar de impresora',
  close: 'Volver',
  chooseAgain: 'Escoger la impresora',
  chooseHere: 'Escoger impresora',
  unnamed: { cable: 'Impresora USB', bluetooth: 'Impresora Bluetooth' },
  roll: { '80mm': 'rollo de 80 mm', '58mm': 'rollo de 58 mm' },
  stateOf: {
    ready: (name: string, roll: string) => `${name} lista, ${roll}`,
    looking: (name: string) => `Buscando ${name}...`,
    away: (name: string) => `${name} desconectada`,
    noPaper: 'Sin papel',
    low: (name: string) => `${name} lista, queda poco papel`,
  },
  topUpAndPrint: 'Recargar e imprimir',
  printing: 'Imprimiendo...',
  again: 'Imprimir otra vez',
  byDialog: 'Imprimir con ventana',
  printed: (name: string) => `Impreso. Entréguele el papel a ${name}.`,
  printedAny: 'Impreso.',
  done: { voucher: 'La recarga ya está hecha.', sale: 'La venta ya está hecha.', other: '' },
  sameVoucher: 'No se crea otro código.',
} as const;

/** The test paper. */
export const testPaperTexts = {
  heading: 'Prueba',
  letters: 'áéíóú ñ ¿Ñ? ü $50,000',
  edges: 'Los cuadritos tocan los dos bordes.',
  code: 'Mercado Campesino: la impresora quedó bien',
} as const;

/** The number of a copy, on the paper itself. */
export const printNumberTexts = {
  first: (number: number) => `Impresión n.º ${number}`,
  again: (number: number) => `Impresión n.º ${number}.`,
  same: {
    voucher: 'Es el mismo código: vale una sola vez.',
    sale: 'Es la misma compra.',
    cash: 'Es el mismo conteo.',
    refund: 'Es la misma devolución.',
  },
} as const;

/** The printer's row on "Listo para el mercado". */
export const printerCheckTexts = {
  with: (name: string, paper: string, last: string) => [`${name}${paper}`, last].filter(Boolean).join('. '),
  papers: { ok: ', con papel', low: ', con poco papel', out: '', unknown: '. No dice si tiene papel' },
  last: (when: string) => `Imprimió ${when}.`,
  never: 'Todavía no ha impreso.',
  notTested: 'Falta imprimir la prueba.',
  noPaper: (when: string) => `Sin papel desde ${when}.`,
  none: 'No ha escogido impresora.',
} as const;
