/** A field that searches a long list. */
export const comboTexts = {
  hint: 'Escriba para buscar. Flechas para moverse, Intro para escoger.',
  open: 'Ver la lista',
  loading: 'Buscando...',
  none: (typed: string) => (typed === '' ? 'No hay ninguno' : `Nada con ${typed}`),
  failed: 'No se pudo buscar. Intente otra vez.',
  shown: (shown: number, total: number) => (shown < total ? `${shown} de ${total}` : String(total)),
} as const;
