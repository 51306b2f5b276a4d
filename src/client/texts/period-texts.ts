export const periodTexts = {
  label: 'Fechas',
  today: 'Hoy',
  yesterday: 'Ayer',
  week: 'Esta semana',
  month: 'Este mes',
  free: 'Otras fechas',
  from: 'Desde',
  to: 'Hasta',
  wrongOrder: 'La fecha final va después de la inicial.',
  tooLong: 'Escoja como máximo 400 días.',
  between: (from: string, to: string) => (from === to ? from : `${from} a ${to}`),
} as const;
