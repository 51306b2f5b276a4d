/** Guide for a stall that sells without a link. */
export const saleOfflineGuide = {
  id: 'cobrar-sin-conexion',
  title: 'Sin conexión en el estante',
  steps: [
    { picture: 'offline', text: 'Cobre igual. La tableta sabe cuánto puede aceptar.' },
    { picture: 'paid', text: '“Entregue el producto”: entréguelo. La venta queda guardada.' },
    { picture: 'waiting', text: '“No entregue todavía”: espere internet o pida otro código.' },
    {
      picture: 'qr',
      text: '“Es de otro mercado: necesita conexión”: cóbrelo con internet. Su mercado puede fijar un límite.',
    },
    { picture: 'report', text: 'En Mis ventas vea lo de hoy: lo confirmado y lo que falta enviar.' },
    { picture: 'send', text: 'No borre la aplicación. Las ventas se envían solas.' },
    { picture: 'battery', text: 'Cargue la tableta y ábrala con internet cada mañana.' },
  ],
} as const;

/** Guide for a stall or point whose sales go with a carrier. */
export const letterGuide = {
  id: 'mensajero',
  title: 'Enviar con alguien',
  steps: [
    {
      picture: 'offline',
      text: 'Sin internet y alguien va para el pueblo: abra Pendientes y toque Enviar con alguien.',
    },
    {
      picture: 'send',
      text: 'Comparta el sobre con su celular, o guárdelo en una memoria. Déselo a varios si quiere.',
    },
    {
      picture: 'person',
      text: 'Quien lo lleva abre la página /mensajero. No necesita cuenta y no puede leer nada.',
    },
    { picture: 'waiting', text: 'Siga vendiendo. Aquí no se borra nada hasta que vuelva la respuesta.' },
    {
      picture: 'paid',
      text: 'Cuando vuelva toque Abrir la respuesta: dice qué quedó confirmado y hasta cuándo puede vender.',
    },
  ],
} as const;
