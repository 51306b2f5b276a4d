import type { Guide } from '#src/client/texts/help-texts.ts';

export const payoutNameTexts = {
  payMany: 'Pagar varios',
  helpMany: 'Con Pagar varios paga a todos los estantes a la vez.',
  helpWay: 'En Cómo le pagan diga su llave o su cuenta. Revise cada número.',
} as const;

export const payoutGuide: Guide = {
  id: 'pagar-estantes',
  title: 'Pagar a los estantes',
  steps: [
    { picture: 'pay', text: 'En Caja toque Pagar varios. Lo retenido no entra.' },
    {
      picture: 'cash',
      text: 'Con Descontar a todos quita la cuota del puesto. Un estante puede tener otra.',
    },
    { picture: 'person', text: 'Si un estante cambió su forma de pago hace poco, llámelo antes.' },
    { picture: 'send', text: 'A quien dio llave o cuenta, páguele con el Archivo del banco.' },
    { picture: 'printer', text: 'Imprima la hoja de firmas: cada estante firma lo que recibe.' },
    { picture: 'refused', text: 'Un descuento que no era se devuelve en Pagos hechos.' },
  ],
};
