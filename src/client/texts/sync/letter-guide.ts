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
