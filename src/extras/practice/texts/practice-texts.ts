import { formatMoney } from '#src/domain/money.ts';

const pesos = (amount: number): string => formatMoney(amount, '$');

export const practiceTexts = {
  /** People and places of practice. */
  marketName: 'Mercado de práctica',
  stall: 'Estante de práctica',
  point: 'Punto de práctica',
  tablet: 'Tableta de práctica',
  person: 'Persona que practica',
  email: 'practica@mercado.invalid',
  rosa: 'Rosa de Ejemplo',
  pedro: 'Pedro de Ejemplo',
  luz: 'Luz de Ejemplo',

  page: 'Práctica',
  band: 'Práctica. Este dinero no es de verdad.',
  titlePrefix: 'PRÁCTICA',
  paper: 'PRÁCTICA\nNO VALE COMO PAGO',
  paperEnd: 'Un estante de verdad no lo recibe.',
  leave: 'Salir',
  title: 'Diez ejercicios',
  note: 'Nada sale de esta tableta. Sin internet también sirve.',
  done: (count: number, all: number) => `${count} de ${all}`,
  progress: 'Ejercicios hechos',
  groups: { ESTANTE: 'En el estante', RECARGA: 'En el punto de recarga' },
  start: 'Empezar',
  again: 'Otra vez',
  isDone: 'Hecho',
  preparing: 'Preparando el ejercicio...',
  failed: 'El ejercicio no abrió. Vuelva a la lista e intente otra vez.',
  step: (step: number, all: number) => `Paso ${step} de ${all}`,
  finished: (title: string) => `Bien hecho: ${title}.`,
  list: 'Ver la lista',
  notHere: 'Esta parte no está en la práctica.',
  needsHttps: 'Este ejercicio necesita una dirección segura (https): sin ella la tableta no firma nada.',
} as const;

/** The name, summary and steps of each exercise. */
export const exerciseTexts = {
  'cobre-a-rosa': {
    title: 'Cobre a doña Rosa',
    note: `${pesos(12_500)} con su papel`,
    steps: [
      'Doña Rosa le muestra su papel. La cámara lo lee sola.',
      `Compró ${pesos(12_500)}. Escriba el monto y toque Cobrar.`,
    ],
  },
  'no-alcanza': {
    title: 'El saldo no alcanza',
    note: 'Qué decir y qué hacer',
    steps: [
      `Pedro compró ${pesos(12_500)}. Le muestra su papel.`,
      `Escriba 12500: la pantalla dice que no alcanza. Cobre los ${pesos(8_000)} que hay; lo demás, en efectivo.`,
    ],
  },
  'se-fue-la-conexion': {
    title: 'Se fue la conexión',
    note: 'Abra con PIN, cobre y siga',
    steps: [
      'La tableta se apagó y no hay conexión. Ábrala con el PIN de práctica: 258046.',
      `Doña Rosa compró ${pesos(12_500)}. Lea su papel y cobre igual.`,
      'Espere: la conexión ya vuelve. No cobre otra vez: la venta se envía sola.',
    ],
  },
  'papel-copiado': {
    title: 'Un papel copiado',
    note: 'Ya se gastó en otro estante',
    steps: [
      'Alguien le muestra un papel. Léalo.',
      `Ya se gastó: no entregue nada. Lea el papel de la clienta que sigue, Luz, y cóbrele ${pesos(6_000)}.`,
    ],
  },
  'anule-una-parte': {
    title: 'Anule una parte',
    note: `Cobró ${pesos(125_000)} y eran ${pesos(12_500)}`,
    steps: [`Cobró ${pesos(125_000)} y eran ${pesos(12_500)}. Abra la venta y anule ${pesos(112_500)}.`],
  },
  'por-resolver': {
    title: 'Una venta sin saldo',
    note: 'Sin conexión nadie sabía que ya se gastó',
    steps: [
      `No hay conexión. Pedro compró ${pesos(12_500)}. Lea su papel y cobre.`,
      'Espere: la conexión ya vuelve y el mercado mira la venta.',
      'Pedro ya había gastado ese papel. Abra Pendientes y lea qué pasó: a usted sí le pagan.',
    ],
  },
  'primera-recarga': {
    title: 'La primera recarga',
    note: `${pesos(50_000)} para doña Rosa`,
    steps: [
      `Busque a Rosa con su cédula, 1000000001. Recargue ${pesos(50_000)}.`,
      'Toque Imprimir, y en la hoja otra vez Imprimir. El papel vale como efectivo.',
    ],
  },
  'papel-rasgado': {
    title: 'El papel salió mal',
    note: 'Imprima otra vez, no recargue otra vez',
    steps: [
      `Recargue ${pesos(20_000)} a Pedro: su cédula es 1000000002.`,
      'Toque Imprimir, y en la hoja otra vez Imprimir.',
      'El papel salió rasgado. Imprima otra vez el mismo código. No recargue otra vez.',
    ],
  },
  'un-cero-de-mas': {
    title: 'Un cero de más',
    note: `${pesos(500_000)} por ${pesos(50_000)}`,
    steps: [
      `Hoy se equivoca a propósito: recargue ${pesos(500_000)} a Luz, cédula 1000000003.`,
      `Eran ${pesos(50_000)}. Anule esa recarga antes de que Luz se vaya.`,
      `Ahora sí: recargue ${pesos(50_000)} a Luz.`,
    ],
  },
  'la-caja-no-cuadra': {
    title: 'La caja no cuadra',
    note: `Faltan ${pesos(20_000)}`,
    steps: [
      `En la caja hay ${pesos(180_000)} y faltan ${pesos(20_000)}. Entregue lo que hay: el mercado dice quién responde por el resto.`,
    ],
  },
} as const;

/** Shown in place of the step after a wrong operation. */
export const slipTexts = {
  otherPrice: 'Cobró otro monto. Empiece otra vez: aquí no pasa nada.',
  otherTopUp: 'Recargó otro monto. Empiece otra vez: aquí no pasa nada.',
  twice: 'Eso fue otra recarga: en la caja faltaría ese dinero. Empiece otra vez.',
} as const;
