import type * as z from 'zod';

/**
 * Allowed values of a variable, as the end of "Debe ser", and an example. `isSecret`: its value is never
 * printed.
 */
export type VariableWords = { allowed: string; example: string; isSecret?: true };

const whole = (from: number, to: number, of = ''): string => `un número entero de ${from} a ${to}${of}`;
const postgres = 'una dirección de PostgreSQL que empiece por postgres://';
const hidden = { isSecret: true as const };

export const variableWords = {
  HOST: { allowed: 'una dirección de este equipo', example: '127.0.0.1' },
  PORT: { allowed: whole(0, 65_535), example: '3000' },
  DATA_DIR: { allowed: 'una carpeta', example: '/var/lib/mercado-campesino/data' },
  KEY_FILE: { allowed: 'un archivo', example: '/var/lib/mercado-campesino/key/master.key' },
  DATABASE_URL: {
    allowed: postgres,
    example: 'postgres://mercado_corre:...@127.0.0.1:5432/mercado',
    ...hidden,
  },
  DATABASE_OWNER_URL: {
    allowed: `${postgres}, de la misma base de datos que DATABASE_URL y como su dueño`,
    example: 'postgres://mercado_dueno:...@127.0.0.1:5432/mercado',
    ...hidden,
  },
  DATABASE_POOL: { allowed: whole(1, 1_000, ' conexiones'), example: '10' },
  DATABASE_POOL_READ: { allowed: whole(1, 1_000, ' conexiones'), example: '8' },
  DATABASE_POOLER: { allowed: 'none o transaction', example: 'transaction' },
  DATABASE_STATEMENT_SECONDS: { allowed: whole(1, 600, ' segundos'), example: '30' },
  TLS_CERT: { allowed: 'un archivo PEM, junto con TLS_KEY', example: '/etc/mercado/tls.crt' },
  TLS_KEY: { allowed: 'un archivo PEM, junto con TLS_CERT', example: '/etc/mercado/tls.key' },
  PUBLIC_URL: {
    allowed: 'la dirección con la que la gente llega, con http:// o https://',
    example: 'https://mercado.example.co',
  },
  CURRENCY_SYMBOL: { allowed: 'un signo de 1 a 4 letras', example: '$' },
  TOPUP_MAX: {
    allowed: whole(1, 1_000_000_000_000, ', en la unidad más pequeña que se muestra'),
    example: '2000000',
  },
  VOUCHER_DAYS: { allowed: `${whole(365, 3_650, ' días')}, o ninguno`, example: '365' },
  TIME_ZONE: {
    allowed: 'el nombre de una zona horaria que no cambia de hora en el año',
    example: 'America/Bogota',
  },
  TIME_ZONE_FROM: { allowed: 'el nombre de la zona horaria de antes', example: 'America/Bogota' },
  ACCESS_TOKEN_MINUTES: { allowed: 'un número de 0.01 a 1440 minutos', example: '15' },
  REFRESH_TOKEN_DAYS: { allowed: 'un número de 0.001 a 365 días', example: '30' },
  REFRESH_IDLE_HOURS: { allowed: 'un número de 0.01 a 8760 horas', example: '12' },
  SESSION_KEEP_DAYS: { allowed: whole(1, 3_650, ' días'), example: '30' },
  RECEIPT_KEEP_DAYS: { allowed: whole(90, 36_500, ' días'), example: '400' },
  ENVELOPE_KEEP_DAYS: { allowed: whole(90, 36_500, ' días'), example: '1100' },
  EVENT_KEEP_DAYS: { allowed: whole(90, 36_500, ' días'), example: '400' },
  BACKUP_DIR: { allowed: 'una carpeta que ya exista', example: '/media/usb/copias' },
  BACKUP_AT: { allowed: 'una hora de 00:00 a 23:59', example: '02:00' },
  BACKUP_KEEP_DAYS: { allowed: whole(1, 3_650, ' días'), example: '14' },
  METRICS_TOKEN: { allowed: 'un texto de 16 letras o más', example: 'una-palabra-larga-al-azar', ...hidden },
  METRICS_HOST: { allowed: 'una dirección de este equipo', example: '127.0.0.1' },
  METRICS_PORT: { allowed: whole(0, 65_535), example: '9464' },
  MAX_CONNECTIONS: { allowed: whole(10, 100_000), example: '2000' },
  STOP_DELAY_SECONDS: { allowed: 'un número de 0 a 300 segundos', example: '4' },
  START_WAIT_SECONDS: { allowed: 'un número de 0 a 3600 segundos', example: '60' },
  LOG_LEVEL: { allowed: 'fatal, error, warn, info, debug, trace o silent', example: 'info' },
  TRUST_PROXY: {
    allowed:
      'cuántos proxies hay delante (de 1 a 9) o sus direcciones; "true" creería lo que escriba cualquiera, y false es ninguno',
    example: 'loopback, 10.0.0.0/8',
  },
} satisfies Record<string, VariableWords>;

export type VariableName = keyof typeof variableWords;

/** Returns a sentence with the variable, the fault of its value, the allowed values, and a valid example. */
export function sayFault(name: VariableName, fault: string): string {
  const { allowed, example }: VariableWords = variableWords[name];
  return `${name}: ${fault}. Debe ser ${allowed}. Ejemplo: ${name}=${example}`;
}

export function sayIssue(
  issue: z.core.$ZodIssue,
  given: Readonly<Record<string, string | undefined>>,
): string {
  const name = String(issue.path[0]) as VariableName;
  const { isSecret }: VariableWords = variableWords[name];
  const value = isSecret ? 'el valor' : `«${given[name] ?? ''}»`;
  return sayFault(name, `${value} ${faultOf(issue)}`);
}

function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'no es un número entero' : 'no es un número';
  const isLength = (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'string';
  if (issue.code === 'too_small') return isLength ? 'es demasiado corto' : `es menos que ${issue.minimum}`;
  if (issue.code === 'too_big') return isLength ? 'es demasiado largo' : `es más que ${issue.maximum}`;
  return 'no sirve';
}
