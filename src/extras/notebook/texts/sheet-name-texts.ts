import type { Guide } from '#src/client/texts/help-texts.ts';

/** Separate from the other texts, which are only loaded with the page. */
export const sheetNameTexts = { title: 'Subir una lista' } as const;

/** The guide of the help. */
export const sheetGuide: Guide = {
  id: 'traer-hoja',
  title: 'Subir lo que tiene en el cuaderno',
  steps: [
    {
      picture: 'search',
      text: 'En Estantes, Productos o Clientes toque Subir una lista. Escoja el Excel o pegue las celdas.',
    },
    {
      picture: 'approve',
      text: 'Mire qué es cada columna. Corrija o quite las filas que dicen qué les falta.',
    },
    { picture: 'amount', text: 'Lea la suma: el mercado responde por los saldos iniciales. Toque Subir.' },
    { picture: 'printer', text: 'Imprima los papelitos de ingreso y entréguelos a cada uno en la mano.' },
    { picture: 'waiting', text: 'Hasta un día después puede deshacerla y subirla otra vez.' },
  ],
};
