export const commonTexts = {
  pointsToConfirm: (points: string) => `${points} por confirmar (desde mañana)`,
  processing: 'Procesando...',
  show: 'Ver',
  hide: 'Ocultar',
  showPassword: 'Ver la contraseña',
  hidePassword: 'Ocultar la contraseña',
  close: 'Cerrar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  back: 'Volver',
  search: 'Buscar',
  tryAgain: 'Intentar otra vez',
  goHome: 'Volver al inicio',
  previous: 'Anterior',
  next: 'Siguiente',
  unavailable: 'No disponible',
  unknownError: 'Ha ocurrido un error, comuniquese con el administrador.',
  noPermission: 'No tiene permisos para ver este contenido',
  noConnection: 'No hay conexión',
  storageFailed: 'Este equipo no pudo guardar lo que hizo. No reciba el dinero.',
  moneyIsSafe: 'Lo que ya se guardó sigue guardado.',
  somethingFailed: 'Algo falló',
  partMissing: 'Falta una parte de la página',
  partMissingNote: 'Se fue la conexión antes de cargarla. Cuando vuelva, la página sigue sola.',
} as const;

export const appTexts = {
  name: 'Mercado Campesino',
  loading: 'Cargando...',
  greeting: 'Buen día. La plaza ya abrió.',
  promise: 'Recargue, cobre y lleve cuentas claras, con o sin internet.',
  online: 'En línea',
  offline: 'Sin conexión',
} as const;

export const storageTexts = {
  title: 'Este equipo no puede guardar',
  dont: 'No cobre ni recargue en este equipo.',
  kept: 'Lo que ya estaba guardado sigue aquí.',
  whatToDo: 'Libere espacio, cierre otras ventanas de la aplicación y vuelva a intentar.',
  reason: 'Motivo',
  again: 'Intentar de nuevo',
} as const;

/** Counts a device's sales and top-ups in words. */
export function salesOrTopUps(count: number): string {
  return count === 1 ? '1 venta o recarga' : `${count} ventas o recargas`;
}
