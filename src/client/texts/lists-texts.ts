/** Words that all lists and dialogs of the office share. */
export const listsTexts = {
  page: (page: number) => `Página ${page}`,
  shown: (count: number, noun: string) => `${count} ${noun}`,
  more: 'Ver más',
  showAll: (count: number) => `Ver los ${count}`,
  clear: 'Limpiar',
  noMatchTitle: (query: string) => `Nada con ${query}`,
  noMatch: 'Revise lo que escribió o limpie la búsqueda.',
  stale: (time: string) => `No hay conexión. Ve los datos de las ${time}.`,
  needsLink: 'No hay conexión. Esto necesita internet. Intente otra vez.',
  unansweredTitle: 'Falta la respuesta',
  unanswered: 'No llegó la respuesta. Puede que ya esté hecho.',
  unansweredAdvice: 'Toque “Intentar otra vez”: no se hace dos veces.',
  continue: 'Continuar',
} as const;

export const stallChooserTexts = {
  label: 'Estante',
  placeholder: 'Busque un estante',
  found: (shown: string, total: number) => (total === 1 ? '1 estante' : `${shown} estantes`),
} as const;
