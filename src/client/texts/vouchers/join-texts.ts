export const joinTexts = {
  join: 'Juntar códigos',
  withOthers: (count: number) =>
    count === 1 ? 'Juntar con su otro código' : `Juntar con sus otros ${count} códigos`,
  ask: '¿Juntar en un papel nuevo?',
  note: (count: number, amount: string) =>
    count < 2 ? 'Escoja dos códigos o más.' : `${count} códigos: un papel nuevo de ${amount}.`,
  read: 'Lea cada papel',
  readHint: 'Con el lector, o pegue el enlace.',
  notTheirs: 'Ese papel no es un código vigente de este cliente.',
  isRead: 'Papel leído',
  tear: (count: number) => `Pida los ${count} papeles y rómpalos. Ya no sirven.`,
  marketCode: 'Código del mercado',
  marketCodeHint: 'Hace falta para los papeles que no se leyeron.',
  no: 'No juntar',
  yes: (amount: string) => `Sí, juntar ${amount}`,
} as const;
