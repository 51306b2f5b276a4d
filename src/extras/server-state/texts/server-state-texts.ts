import type { CheckName } from '#src/contract/watch/schemas.ts';

const checks: Record<CheckName, string> = {
  copy: 'Última copia',
  archive: 'Registro archivado',
  audit: 'Última revisión de las cuentas',
  drill: 'Último ensayo de restauración',
};

const checkOld: Record<CheckName, string> = {
  copy: 'No hay una copia de los últimos dos días. Ponga BACKUP_DIR, o haga una con npm run backup.',
  archive:
    'El registro no se archiva desde hace más de media hora. Mire si la carpeta de las copias está y tiene espacio.',
  audit: 'Las cuentas no se han revisado en la última semana. Corra npm run audit.',
  drill: 'No se ha ensayado una restauración en el último mes. Corra npm run drill.',
};

const checkWrong: Record<CheckName, (words: string) => string> = {
  copy: (words) => `La última copia no se hizo. ${words}`,
  archive: (words) => `El registro no se puede archivar. ${words}`,
  audit: (words) =>
    `La última revisión encontró diferencias: ${words}. No pague a los estantes hasta saber qué son.`,
  drill: (words) => `El último ensayo de restauración falló. ${words}`,
};

export const stateTexts = {
  page: 'Estado',
  title: 'Estado del servidor',
  allWell: 'Todo está en orden.',
  asOf: (time: string) => `Leído a las ${time}. Se lee otra vez cada 15 segundos.`,
  checksTitle: 'Copias y revisiones',
  checks,
  demo: 'Esto es una demostración: no se hacen copias, revisiones ni ensayos.',
  checkOld,
  checkWrong,
  notArchiving: 'Sin BACKUP_DIR no se archiva',
  never: 'Nunca',
  well: 'Bien',
  wrong: 'Con problemas',
  salesTitle: 'Ventas sin conexión por arreglar',
  review: 'Por decidir',
  waiting: 'Esperan una recarga',
  overspend: 'Por encima del saldo',
  missing: 'Sin cubrir',
  none: 'Ninguna',
  countSince: (count: string, at: string) => `${count}, la más vieja del ${at}`,
  devicesTitle: 'Dispositivos',
  seeDevices: 'Ver los dispositivos',
  inUse: 'En uso',
  owing: 'Con ventas o recargas por enviar',
  silent: 'Sin noticias desde hace un día',
  faulty: 'Con fallas del programa en el último día',
  serverTitle: 'Servidor',
  process: 'Proceso',
  version: 'Versión',
  versionValue: (version: string, runtime: string) => `${version}, ${runtime}`,
  startedAt: 'Encendido desde',
  database: 'Base de datos',
  databaseValue: (isOwn: boolean, size: string) =>
    `${isOwn ? 'PostgreSQL propio' : 'PostgreSQL aparte'}, ${size}`,
  free: 'Espacio libre en el disco',
  connections: 'Conexiones a la base de datos',
  connectionsValue: (lent: number, idle: number, waiting: number) =>
    `${lent} en uso, ${idle} libres, ${waiting} en espera`,
  queue: 'Ventas en cola',
  fold: 'Sumas de los días',
  folded: 'Al día',
  unfolded: (count: string) => `Faltan ${count} movimientos`,
  diskLow:
    'Quedan menos de 2 GB en el disco de los datos. Con menos de 64 MB el servidor deja de recibir dinero.',
  databaseBusy: 'Hay ventas y recargas que esperan por la base de datos.',
  foldOld: 'Las sumas de los días están atrasadas más de una hora: los reportes tardan más.',
  reviewOld: (at: string) => `Una venta espera la decisión de su mercado desde el ${at}.`,
  waitingOld: (at: string) =>
    `Una venta espera desde el ${at} la recarga de su código: su punto de recarga no la ha enviado.`,
  devicesFail: (count: number) =>
    count === 1
      ? 'En un dispositivo falló el programa en el último día. Dispositivos dice qué y dónde.'
      : `En ${count} dispositivos falló el programa en el último día. Dispositivos dice qué y dónde.`,
  devicesOwe: (count: number) =>
    count === 1
      ? 'Un dispositivo tiene ventas o recargas por enviar.'
      : `${count} dispositivos tienen ventas o recargas por enviar.`,
} as const;
