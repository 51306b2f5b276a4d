function pending(count: number): string {
  return count === 1 ? '1 pendiente' : `${count} pendientes`;
}

export const chipTexts = {
  online: 'En línea',
  offline: 'Sin conexión',
  offlineWith: (count: number, sum: string) => `Sin conexión · ${pending(count)} · ${sum}`,
  open: (count: number, sum: string) => `${pending(count)} · ${sum}`,
  sending: (place: number, total: number, sum: string) => `Enviando ${place} de ${total} · ${sum}`,
  review: (count: number, sum: string) => `${count} por revisar · ${sum}`,
  progress: 'Enviando pendientes',
} as const;
