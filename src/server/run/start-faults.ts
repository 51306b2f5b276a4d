import { sayFault } from './config-faults.ts';
import { nameDatabase, type Config } from './config.ts';

type Known = Pick<Config, 'host' | 'port' | 'dataDir' | 'keyFile' | 'databaseUrl' | 'tls' | 'metricsAt'>;

/**
 * Returns why a start failed: a sentence that names the variable at fault, otherwise the error's own message.
 */
export function sayStartFault(error: unknown, config: Known): string {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const cause = causeOf(thrown);
  return ofDatabase(cause, config) ?? ofPort(cause, config) ?? ofFile(cause, config) ?? thrown.message;
}

const databaseFaults: Readonly<Record<string, string>> = {
  '3D000': 'esa base de datos no existe',
  '28P01': 'el usuario o la contraseña no son los de esa base de datos',
  '28000': 'ese usuario no puede entrar a esa base de datos',
  ECONNREFUSED: 'nadie responde en esa dirección',
  ENOTFOUND: 'ese equipo no se encuentra',
  EAI_AGAIN: 'ese equipo no se encuentra ahora',
  ETIMEDOUT: 'ese equipo no responde',
};

function ofDatabase(error: Error, { databaseUrl }: Known): string | null {
  return databaseUrl ? sayDatabaseFault(error, databaseUrl) : null;
}

/** Returns why the database at DATABASE_URL cannot be used, or null when the fault is another. */
export function sayDatabaseFault(error: unknown, databaseUrl: string): string | null {
  if (!(error instanceof Error)) return null;
  const cause = causeOf(error);
  const fault = databaseFaults[codeOf(cause)];
  if (fault === undefined) return null;
  const place = nameDatabase({ databaseUrl, dataDir: '' });
  return sayFault('DATABASE_URL', `${place}: ${fault} (${cause.message || codeOf(cause)})`);
}

function ofPort(error: Error, { host, port, metricsAt }: Known): string | null {
  if (!('syscall' in error) || error.syscall !== 'listen') return null;
  const asked = 'port' in error ? Number(error.port) : port;
  const isMetrics = asked !== port && asked === metricsAt?.port;
  const [name, of] = isMetrics ? (['METRICS_PORT', 'METRICS_HOST'] as const) : (['PORT', 'HOST'] as const);
  const at = isMetrics ? metricsAt.host : host;
  if (codeOf(error) === 'EADDRINUSE')
    return sayFault(name, `otro programa ya escucha en ${at}:${asked}; ciérrelo o escoja otro puerto`);
  if (codeOf(error) === 'EACCES')
    return sayFault(
      name,
      `este usuario no puede escuchar en el puerto ${asked}; los de menos de 1024 son del sistema`,
    );
  return sayFault(of, `«${at}» no es una dirección de este equipo`);
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'no está',
  ENOTDIR: 'pasa por algo que no es una carpeta',
  EEXIST: 'ya hay un archivo con ese nombre',
  EISDIR: 'es una carpeta, y no un archivo',
  EACCES: 'este usuario no puede leerlo o escribir ahí',
  EPERM: 'este usuario no puede leerlo o escribir ahí',
  EROFS: 'ese disco es de solo lectura',
};

function ofFile(error: Error, { dataDir, keyFile, tls }: Known): string | null {
  if (codeOf(error).startsWith('ERR_OSSL') && tls)
    return sayFault('TLS_CERT', `${tls.certFile} y ${tls.keyFile} no son un certificado y su llave`);
  const path = 'path' in error ? String(error.path) : '';
  const fault = fileFaults[codeOf(error)];
  if (path === '' || fault === undefined) return null;
  if (path === tls?.certFile) return sayFault('TLS_CERT', `${path}: ${fault}`);
  if (path === tls?.keyFile) return sayFault('TLS_KEY', `${path}: ${fault}`);
  if (path.startsWith(keyFile)) return sayFault('KEY_FILE', `${path}: ${fault}`);
  if (path.startsWith(dataDir) || dataDir.startsWith(path)) return sayFault('DATA_DIR', `${path}: ${fault}`);
  return null;
}

function causeOf(thrown: Error): Error {
  return thrown.cause instanceof Error ? thrown.cause : thrown;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
