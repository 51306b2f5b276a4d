/** What waits for a market's manager, each line with the one thing to do. */
export const toDoTexts = {
  title: 'Por hacer',
  none: 'Todo está al día',
  noneNote: 'Nada espera por usted.',
  stalls: (count: number) => (count === 1 ? '1 estante por aprobar' : `${count} estantes por aprobar`),
  points: (count: number) =>
    count === 1 ? '1 punto de recarga por aprobar' : `${count} puntos de recarga por aprobar`,
  /** `more`: how many there are besides those named */
  names: (names: readonly string[], more: number) => {
    if (more > 0) return `${names.join(', ')} y ${more} más`;
    return names.join(' y ');
  },
  overspends: (count: number, amount: string) =>
    count === 1 ? `1 sobregiro de ${amount}` : `${count} sobregiros por ${amount}`,
  code: (code: string) => `Código ${code}`,
  lastCode: (code: string) => `El último: código ${code}`,
  reviews: (count: number, amount: string) =>
    count === 1 ? `1 operación de ${amount} por resolver` : `${count} operaciones por resolver: ${amount}`,
  reviewsNote: 'Sin conexión: decida quién responde.',
  device: (name: string, count: number) => `${name} debe ${operations(count)}`,
  devices: (count: number) => `${count} dispositivos deben operaciones`,
  mostOwed: (name: string, count: number) => `${name} debe ${operations(count)}`,
  silentSince: (when: string) => `Último contacto: ${when}`,
  neverSeen: 'Todavía sin contacto',
  pay: (count: number) => (count === 1 ? 'Pagar a 1 estante' : `Pagar a ${count} estantes`),
  review: 'Revisar',
  assign: 'Asignar',
  see: 'Ver',
  payNow: 'Pagar',
  go: (action: string, title: string) => (title.startsWith(action) ? title : `${action}: ${title}`),
} as const;

function operations(count: number): string {
  return count === 1 ? '1 operación' : `${count} operaciones`;
}
