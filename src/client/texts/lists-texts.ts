import { formatAmount } from '#src/domain/money.ts';

/** A count that may be a lower bound: "más de 1,000". */
export function countText(count: number, isMore: boolean): string {
  return isMore ? `más de ${formatAmount(count)}` : formatAmount(count);
}

/** Texts shared by the office's lists and dialogs. */
export const listsTexts = {
  page: (page: number) => `Página ${page}`,
  shown: (count: number, noun: string) => `${count} ${noun}`,
  more: 'Ver más',
  showAll: (count: number) => `Ver los ${count}`,
  clear: 'Limpiar',
  noMatchTitle: (query: string) => `Nada con ${query}`,
  noMatch: 'Revise lo que escribió o limpie la búsqueda.',
  stale: (time: string) => `No se pudo actualizar. Ve los datos de las ${time}.`,
  needsLink: 'No hay conexión. Esto necesita internet. Intente otra vez.',
  unansweredTitle: 'Falta la respuesta',
  unanswered: 'No llegó la respuesta. Puede que ya esté hecho.',
  unansweredAdvice: 'Toque “Intentar otra vez”: no se hace dos veces.',
  continue: 'Continuar',
  actions: 'Acciones',
  see: 'Ver',
} as const;

export const oneMarketTexts = {
  label: 'Mercado',
  none: 'Todavía no hay mercados aprobados',
  noneNote: 'Cuando usted apruebe uno, aparece aquí.',
} as const;

export const stallChooserTexts = {
  label: 'Estante',
  placeholder: 'Busque un estante',
  found: (shown: string, total: number) => (total === 1 ? '1 estante' : `${shown} estantes`),
} as const;

export const periodTexts = {
  label: 'Fechas',
  today: 'Hoy',
  yesterday: 'Ayer',
  week: 'Esta semana',
  month: 'Este mes',
  'last-month': 'Mes pasado',
  free: 'Otras fechas',
  from: 'Desde',
  to: 'Hasta',
  placeholder: 'DD/MM/AAAA',
  see: 'Ver',
  invalid: 'Fecha inválida',
  wrongOrder: 'La fecha final va después de la inicial.',
  tooLong: (days: number) => `Escoja como máximo ${days} días.`,
  between: (from: string, to: string) => (from === to ? from : `${from} a ${to}`),
} as const;

/** A field that searches a long list. */
export const comboTexts = {
  hint: 'Escriba para buscar. Flechas para moverse, Intro para escoger.',
  loading: 'Buscando...',
  none: (typed: string) => (typed === '' ? 'No hay ninguno' : `Nada con ${typed}`),
  failed: 'No se pudo buscar. Intente otra vez.',
  shown: (shown: number, total: number, isMore = false) =>
    shown < total || isMore ? `${shown} de ${countText(total, isMore)}` : String(total),
} as const;
