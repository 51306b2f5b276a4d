import type { DemoPerson } from '#src/domain/demo-facts.ts';

/** Texts of the demo. `beside` is the same line in the other language, for visitors who read no Spanish. */
export const demoTexts = {
  lang: 'es' as 'es' | 'en',
  besideLang: 'en' as 'es' | 'en',
  title: 'Diez minutos en la plaza',
  notice: ['Esto es una demostración.', 'El dinero no es de verdad.'],
  lead: {
    main: 'Reciba efectivo, véndale a un cliente, y venda otra vez sin señal.',
    beside: 'Take cash, make a sale, and sell again without a link.',
  },
  steps: {
    point: {
      name: 'El punto de recarga',
      open: 'Abrir el punto',
      main: 'Cambie $50,000 por un código.',
      beside: 'Turn $50,000 in cash into a paper code.',
    },
    stall: {
      name: 'El estante',
      open: 'Abrir el estante',
      main: 'Lea el código y cobre la compra.',
      beside: 'Scan the code and charge the purchase.',
    },
    customer: {
      name: 'El celular del cliente',
      open: 'Abrir el celular',
      main: 'Vea el saldo, que baja con la compra.',
      beside: 'Watch the balance go down as it is spent.',
    },
    noSignal: {
      name: 'Sin señal',
      open: 'Cortar la señal',
      main: 'Corte la señal, cobre y devuelva la señal: el recibo llega solo.',
      beside: 'Cut the link of the stall, charge, bring the link back: the receipt arrives by itself.',
    },
  },
  decide: {
    open: 'Decidir quién paga',
    main: 'Un código copiado se gastó en dos estantes. El gerente decide quién paga lo que falta.',
    beside: 'A copied code was spent at two stalls. The manager decides who pays the shortfall.',
  },
  needsSecure: {
    main: 'Solo en el equipo de la demostración, en localhost, o con https.',
    beside: 'Only on the computer of the demo, at localhost, or by https.',
  },
  openAgain: 'Abrir otra vez',
  opened: 'Abierto',
  waiting: 'Un momento',
  said: (step: number, state: string) => `Paso ${step}, ${state.toLowerCase()}`,
  typedCode: { main: 'Sin cámara', beside: 'No camera:' },
  qrLabel: 'Código QR del celular del cliente',
  aim: 'Apunte aquí la cámara de su celular',
  sameNetwork: 'Con el mismo wifi que este equipo.',
  lanCommand: ['npm run demo', '-- --lan'],
  needsLan: { main: 'Para un celular de verdad:', beside: 'For a real phone:' },
  showQr: 'Mostrar el QR a otro celular',
  comeInAs: { main: 'Entrar como otra persona', beside: 'Come in as somebody else' },
  others: {
    market: 'Gerente del mercado',
    otherStall: 'Otro estante',
    supplier: 'Proveedor',
    admin: 'Administrador',
  },
  region: 'Demostración',
  you: {
    point: 'Demostración: usted es el punto.',
    stall: 'Demostración: usted es el estante.',
    customer: 'Demostración: usted es el cliente.',
    market: 'Demostración: usted es el gerente del mercado.',
    otherStall: 'Demostración: usted es el otro estante.',
    supplier: 'Demostración: usted es el proveedor.',
    admin: 'Demostración: usted es el administrador.',
  } satisfies Record<DemoPerson | 'customer', string>,
  /** Instructions for each tab, in the words on its buttons. */
  how: {
    point: (identification: string) =>
      `Type ${identification}, press «Buscar» (and on a phone «Seguir»), type 50000, press «Recargar».`,
    stall: (code: string) =>
      `Press «Mostrar el código», or «Escribir código» and type ${code}. Type a price, press «Cobrar».`,
    noSignal: 'No link. Type a price, press «Cobrar»: accepted within limits. Then «Devolver la señal».',
    back: 'The link is back: the screen turns green when the receipt arrives.',
    customer: 'The balance goes down by itself after each sale.',
    market:
      'A code was copied and spent at two stalls: under «Pendientes», press «Ver y asignar», choose who pays, write why, press «Continuar».',
  },
  showCode: { main: 'Mostrar el código', beside: 'Show the code' },
  cut: { main: 'Cortar la señal', beside: 'Cut the link' },
  restore: { main: 'Devolver la señal', beside: 'Bring the link back' },
  tablet: 'Tableta del estante',
  fourSteps: 'Los 4 pasos',
  opening: 'Entrando…',
  notOpened: 'No se pudo entrar',
  retry: 'Reintentar',
} as const;

type Words<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string
    ? Texts[Key] extends 'es' | 'en'
      ? 'es' | 'en'
      : string
    : Texts[Key] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Words<Texts[Key]>;
};
export type DemoTexts = Words<typeof demoTexts>;
