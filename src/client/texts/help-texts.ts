import type { UserType } from '#src/contract/accounts/user-type.ts';

export const helpTexts = {
  title: 'Ayuda',
  version: (name: string) => `Versión de esta aplicación: ${name}`,
  intro: 'Una página con foto para cada tarea. Imprímala y péguela donde la vea.',
  manualOpen: 'Abrir el manual',
  manualKeep: (bytes: number) => `Guardarlo aquí (${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB)`,
  manualNote: 'Guárdelo en este equipo para leerlo sin conexión.',
  manualSaving: (done: number, of: number) => `Guardando ${done} de ${of}`,
  manualKept: 'El manual está guardado en este equipo. Se lee sin conexión.',
  manualAway: 'El manual se abre con conexión. Guárdelo aquí cuando la tenga.',
  manualFailed: 'No se pudo guardar todo. Revise la conexión y toque otra vez: sigue donde iba.',
} as const;

/** How often a task comes up, in the order of Ayuda. */
export const helpGroups = {
  daily: 'Cada día',
  sometimes: 'De vez en cuando',
  trouble: 'Si algo falla',
} as const;

interface ManualPage {
  /** Heading of the page. */
  title: string;
  group: keyof typeof helpGroups;
  roles: readonly UserType[];
}

/** Pages of docs/manual that Ayuda lists, by file name. */
export const manualPages = {
  recarga: { title: 'Hacer una recarga', group: 'daily', roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] },
  'contar-caja': { title: 'Contar la caja', group: 'daily', roles: ['RECARGA'] },
  cobrar: { title: 'Cobrar en el estante', group: 'daily', roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'] },
  mercado: { title: 'El día del mercado', group: 'daily', roles: ['GLOBAL_MARKET', 'ADMIN'] },
  'recibir-efectivo': {
    title: 'Recibir el efectivo de un punto',
    group: 'daily',
    roles: ['GLOBAL_MARKET'],
  },
  administrador: { title: 'Administrar', group: 'daily', roles: ['ADMIN'] },
  proveedor: { title: 'Publicar lo que ofrece', group: 'daily', roles: ['PROVEEDOR'] },
  'varios-codigos': { title: 'Completar con otro código', group: 'sometimes', roles: ['ESTANTE'] },
  juntar: { title: 'Juntar varios papeles en uno', group: 'sometimes', roles: ['RECARGA', 'GLOBAL_MARKET'] },
  saldo: {
    title: 'Ver el saldo en el celular',
    group: 'sometimes',
    roles: ['RECARGA', 'ESTANTE', 'GLOBAL_MARKET'],
  },
  comprar: {
    title: 'Comprar desde el celular',
    group: 'sometimes',
    roles: ['RECARGA', 'ESTANTE', 'GLOBAL_MARKET'],
  },
  productos: { title: 'Sus productos', group: 'sometimes', roles: ['ESTANTE', 'GLOBAL_MARKET'] },
  'que-le-paguen': { title: 'Que le paguen, y su reporte', group: 'sometimes', roles: ['ESTANTE'] },
  'dibujos-y-voz': {
    title: 'Vender con dibujos y voz',
    group: 'sometimes',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
  },
  impresora: { title: 'Imprimir con un toque', group: 'sometimes', roles: ['RECARGA', 'ESTANTE'] },
  'pagar-estantes': { title: 'Pagar a los estantes', group: 'sometimes', roles: ['GLOBAL_MARKET'] },
  devolucion: { title: 'Devolver lo que queda', group: 'sometimes', roles: ['GLOBAL_MARKET'] },
  inscribir: {
    title: 'Inscribir una tableta o una caja',
    group: 'sometimes',
    roles: ['RECARGA', 'ESTANTE', 'GLOBAL_MARKET'],
  },
  operador: { title: 'Cuidar el servidor', group: 'sometimes', roles: ['ADMIN'] },
  'recarga-sin-conexion': {
    title: 'Recargar sin conexión',
    group: 'trouble',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
  },
  'cobrar-sin-conexion': {
    title: 'Cobrar sin conexión',
    group: 'trouble',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
  },
  'anular-recarga': {
    title: 'Anular una recarga',
    group: 'trouble',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
  },
  'anular-compra': {
    title: 'Anular o corregir una compra',
    group: 'trouble',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
  },
  'papel-perdido': {
    title: 'Un cliente perdió su papel',
    group: 'trouble',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
  },
  'por-resolver': { title: 'Resolver una venta sin conexión', group: 'trouble', roles: ['GLOBAL_MARKET'] },
  clave: { title: 'Alguien olvidó su contraseña', group: 'trouble', roles: ['GLOBAL_MARKET', 'ADMIN'] },
  'despues-de-restaurar': {
    title: 'Si se restauró una copia',
    group: 'trouble',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
  },
} as const satisfies Record<string, ManualPage>;
