const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const;

/**
 * Texts of the certificate and of its verification, loaded by the page of the QR code. The texts for creating
 * one are in another file.
 */
export const certificateTexts = {
  months,
  title: 'Constancia de ventas',
  notInvoice: 'No es factura de venta',
  year: (year: number) => `Año ${year}`,
  month: (month: number, year: number) => `${months[month - 1] ?? ''} de ${year}`,
  until: (day: string) => `Hasta el ${day}`,
  of: (owner: string, stall: string) => `${owner}, estante ${stall}`,
  market: (name: string, code: string) => `${name}, código ${code}`,
  issued: (when: string) => `Firmada el ${when}`,
  sold: 'Vendido, menos anulado',
  soldNote: (sales: number, days: number) =>
    `${sales === 1 ? '1 venta' : `${sales} ventas`} en ${days === 1 ? '1 día' : `${days} días`}`,
  none: 'Sin ventas en este período.',
  table: 'Mes por mes',
  monthHead: 'Mes',
  salesHead: 'Ventas',
  soldHead: 'Vendido',
  voidedHead: 'Anulado',
  deductedHead: 'Descontado',
  paidHead: 'Pagado',
  total: 'Total',
  proves: 'Prueba que el servidor del mercado firmó estas cifras ese día, y que nadie las cambió después.',
  provesNot:
    'No prueba lo que el estante vendió por fuera del mercado, ni quién presenta el papel. No es factura de venta ni declaración de impuestos.',
  checking: 'Comprobando la firma...',
  good: 'La firma es buena',
  goodNote: (market: string) => `${market} firmó estas cifras. Compárelas con el papel.`,
  bad: 'No es una constancia de este mercado',
  badNote: 'Le cambiaron algo, está incompleta, o la hizo otro. No la acepte.',
  unknown: 'Falta conexión para comprobarla',
  unknownNote:
    'Este teléfono todavía no tiene la llave del mercado. Conéctelo una vez y lea el código otra vez.',
  unable: 'Este navegador no puede comprobar firmas',
  unableNote: 'Abra la página con https, o en un navegador más nuevo.',
  noneRead: 'Lea el código de una constancia',
  noneReadNote: 'Con la cámara del teléfono: la dirección que abre trae las cifras y la firma.',
} as const;
