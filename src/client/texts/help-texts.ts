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

interface ManualPage {
  /** Heading of the page. */
  title: string;
  roles: readonly UserType[];
}

/** Pages of docs/manual that Ayuda lists, by file name: those of each day, of sometimes, and of trouble. */
export const helpGroups: readonly { name: string; pages: Readonly<Record<string, ManualPage>> }[] = [
  {
    name: 'Cada día',
    pages: {
      recarga: { title: 'Hacer una recarga', roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] },
      'contar-caja': { title: 'Contar la caja', roles: ['RECARGA'] },
      cobrar: { title: 'Cobrar en el estante', roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'] },
      mercado: { title: 'El día del mercado', roles: ['GLOBAL_MARKET', 'ADMIN'] },
      'recibir-efectivo': { title: 'Recibir el efectivo de un punto', roles: ['GLOBAL_MARKET'] },
      administrador: { title: 'Administrar', roles: ['ADMIN'] },
      proveedor: { title: 'Publicar lo que ofrece', roles: ['PROVEEDOR'] },
    },
  },
  {
    name: 'De vez en cuando',
    pages: {
      'varios-codigos': { title: 'Completar con otro código', roles: ['ESTANTE'] },
      juntar: { title: 'Juntar varios papeles en uno', roles: ['RECARGA', 'GLOBAL_MARKET'] },
      saldo: { title: 'Ver el saldo en el celular', roles: ['RECARGA', 'ESTANTE', 'GLOBAL_MARKET'] },
      comprar: { title: 'Comprar desde el celular', roles: ['RECARGA', 'ESTANTE', 'GLOBAL_MARKET'] },
      productos: { title: 'Sus productos', roles: ['ESTANTE', 'GLOBAL_MARKET'] },
      'que-le-paguen': { title: 'Que le paguen, y su reporte', roles: ['ESTANTE'] },
      'dibujos-y-voz': { title: 'Vender con dibujos y voz', roles: ['ESTANTE', 'GLOBAL_MARKET'] },
      impresora: { title: 'Imprimir con un toque', roles: ['RECARGA', 'ESTANTE'] },
      'pagar-estantes': { title: 'Pagar a los estantes', roles: ['GLOBAL_MARKET'] },
      devolucion: { title: 'Devolver lo que queda', roles: ['GLOBAL_MARKET'] },
      inscribir: {
        title: 'Inscribir una tableta o una caja',
        roles: ['RECARGA', 'ESTANTE', 'GLOBAL_MARKET'],
      },
      operador: { title: 'Cuidar el servidor', roles: ['ADMIN'] },
    },
  },
  {
    name: 'Si algo falla',
    pages: {
      'recarga-sin-conexion': { title: 'Recargar sin conexión', roles: ['RECARGA', 'GLOBAL_MARKET'] },
      'cobrar-sin-conexion': { title: 'Cobrar sin conexión', roles: ['ESTANTE', 'GLOBAL_MARKET'] },
      'anular-recarga': { title: 'Anular una recarga', roles: ['RECARGA', 'GLOBAL_MARKET'] },
      'anular-compra': { title: 'Anular o corregir una compra', roles: ['ESTANTE', 'GLOBAL_MARKET'] },
      'papel-perdido': { title: 'Un cliente perdió su papel', roles: ['RECARGA', 'GLOBAL_MARKET'] },
      'por-resolver': { title: 'Resolver una venta sin conexión', roles: ['GLOBAL_MARKET'] },
      clave: { title: 'Alguien olvidó su contraseña', roles: ['GLOBAL_MARKET', 'ADMIN'] },
      'despues-de-restaurar': { title: 'Si se restauró una copia', roles: ['GLOBAL_MARKET', 'ADMIN'] },
    },
  },
];
