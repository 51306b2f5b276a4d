import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { variableWords } from '#src/server/run/config-faults.ts';
import { readConfig } from '#src/server/run/config.ts';
import { sayStartFault } from '#src/server/run/start-faults.ts';

describe('TRUST_PROXY', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;

  it('accepts addresses and ranges', () => {
    expect([trust(''), trust('false'), trust('0')]).toEqual([false, false, false]);
    const isTrusted = trust('loopback, 10.0.0.0/8,fd00::/8, 192.168.4.7');
    const trusted = ['127.0.0.1', '::1', '::ffff:10.1.2.3', 'fd12::1', '192.168.4.7'];
    const others = ['11.0.0.1', '192.168.4.8', 'fe80::1', '::ffff:11.0.0.1', 'unknown', ''];
    expect([...trusted, ...others].filter((address) => isTrusted && isTrusted(address, 0))).toEqual(trusted);
  });

  it.each(['true', 'yes', '10.0.0.0/33', '10.0.0/8', '-1', 'loopback,'])(
    'refuses %s with a sentence',
    (value) => {
      expect(() => trust(value)).toThrow(/TRUST_PROXY: «.*» no sirve. Debe ser cuántos proxies hay delante/);
    },
  );

  it.each([
    ['1', '10.0.0.9'],
    ['2', '6.6.6.6'],
    ['loopback, 10.0.0.0/8', '6.6.6.6'],
    ['false', '127.0.0.1'],
  ])('as %s trusts no address that the caller wrote beyond the proxies', async (value, ip) => {
    const app = Fastify({ trustProxy: trust(value) });
    app.get('/', (request) => request.ip);
    const headers = { 'x-forwarded-for': '1.1.1.1, 6.6.6.6, 10.0.0.9' };
    expect((await app.inject({ url: '/', headers })).body).toBe(ip);
  });
});

it('needs no variable, and treats an empty value as absent', () => {
  expect(readConfig({ DATABASE_URL: '', VOUCHER_DAYS: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    topUpMax: 2_000_000,
    databaseUrl: undefined,
    voucherDays: undefined,
  });
});

/** A value that each variable rejects, with the message; none for variables that accept any text. */
const refused: Record<string, [value: string, fault: string][]> = {
  PORT: [
    ['ochenta', 'no es un número'],
    ['80.5', 'no es un número entero'],
    ['70000', 'es más que 65535'],
    ['-1', 'es menos que 0'],
  ],
  DATABASE_URL: [['mysql://ana:s3creta@x/y', 'no sirve']],
  DATABASE_OWNER_URL: [['ana:s3creta@x', 'no sirve']],
  DATABASE_POOL: [['0', 'es menos que 1']],
  DATABASE_POOL_READ: [['1001', 'es más que 1000']],
  DATABASE_POOLER: [['session', 'no sirve']],
  DATABASE_STATEMENT_SECONDS: [['601', 'es más que 600']],
  PUBLIC_URL: [['mercado.co', 'no sirve']],
  CURRENCY_SYMBOL: [['pesos', 'es demasiado largo']],
  TOPUP_MAX: [['-1', 'es menos que 1']],
  VOUCHER_DAYS: [['364', 'es menos que 365']],
  TIME_ZONE: [
    ['Marte/Olympus', 'no sirve'],
    ['America/Santiago', 'no sirve'],
  ],
  ACCESS_TOKEN_MINUTES: [['0', 'es menos que 0.01']],
  REFRESH_TOKEN_DAYS: [['366', 'es más que 365']],
  REFRESH_IDLE_HOURS: [['mucho', 'no es un número']],
  SESSION_KEEP_DAYS: [['0', 'es menos que 1']],
  RECEIPT_KEEP_DAYS: [['89', 'es menos que 90']],
  ENVELOPE_KEEP_DAYS: [['89', 'es menos que 90']],
  EVENT_KEEP_DAYS: [['90.5', 'no es un número entero']],
  BACKUP_AT: [['24:00', 'no sirve']],
  BACKUP_KEEP_DAYS: [['0', 'es menos que 1']],
  METRICS_TOKEN: [['s3creta', 'es demasiado corto']],
  METRICS_PORT: [['65536', 'es más que 65535']],
  MAX_CONNECTIONS: [['9', 'es menos que 10']],
  STOP_DELAY_SECONDS: [['301', 'es más que 300']],
  START_WAIT_SECONDS: [['-1', 'es menos que 0']],
  LOG_LEVEL: [['mucho', 'no sirve']],
  TRUST_PROXY: [['true', 'no sirve']],
};
const takesAnyText = [
  'HOST',
  'METRICS_HOST',
  'DATA_DIR',
  'KEY_FILE',
  'TLS_CERT',
  'TLS_KEY',
  'BACKUP_DIR',
  'TIME_ZONE_FROM',
];

describe('a wrong value', () => {
  const said = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      return (error as Error).message;
    }
    return 'taken';
  };

  it('is covered for every variable', () => {
    expect([...Object.keys(refused), ...takesAnyText].sort()).toEqual(Object.keys(variableWords).sort());
  });

  it.each(Object.entries(refused).flatMap(([name, cases]) => cases.map((one) => [name, ...one] as const)))(
    '%s=%s names itself, its fault, what is allowed and an example',
    (name, value, fault) => {
      const words = variableWords[name as keyof typeof variableWords];
      const shown = 'isSecret' in words ? 'el valor' : `«${value}»`;
      const sentence = `${name}: ${shown} ${fault}. Debe ser ${words.allowed}. Ejemplo: ${name}=${words.example}`;
      expect(said({ [name]: value }).split('\n')).toEqual(['Configuración no válida.', sentence]);
      expect(said({ [name]: value })).not.toContain('s3creta');
    },
  );

  it.each(Object.entries(variableWords))(
    '%s takes the value that is given as an example',
    (name, { example }) => {
      const beside = name === 'DATABASE_OWNER_URL' ? { DATABASE_URL: 'postgres://x/y' } : {};
      const tls = name.startsWith('TLS_') ? { TLS_CERT: 'a', TLS_KEY: 'b' } : {};
      expect(said({ ...beside, ...tls, [name]: example })).toBe('taken');
    },
  );

  it('is reported with all others, one per line, including conflicting variables', () => {
    expect(said({ PORT: 'x', LOG_LEVEL: 'x' }).split('\n')).toHaveLength(3);
    expect(said({ TLS_CERT: 'a' })).toContain(
      'TLS_KEY: falta, y TLS_CERT va con ella. Debe ser un archivo PEM',
    );
    expect(said({ DATABASE_OWNER_URL: 'postgres://x/y' })).toContain(
      'DATABASE_URL: falta, y DATABASE_OWNER_URL',
    );
    expect(said({ DATABASE_URL: 'postgres://x/y', BACKUP_DIR: '/x' })).toContain('Quite una de las dos');
  });
});

describe('a start that fails because of a variable', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://ana:s3creta@db.example.co:5000/mercado',
    TLS_CERT: '/etc/a.crt',
    TLS_KEY: '/etc/a.key',
    DATA_DIR: '/var/datos',
    METRICS_PORT: '9464',
  });
  const thrown = (facts: object): Error => Object.assign(new Error('what the system says'), facts);

  it.each([
    [
      { code: 'ECONNREFUSED', syscall: 'connect' },
      'DATABASE_URL: PostgreSQL db.example.co:5000/mercado: nadie responde',
    ],
    [{ code: '3D000' }, 'DATABASE_URL: PostgreSQL db.example.co:5000/mercado: esa base de datos no existe'],
    [{ code: '28P01' }, 'DATABASE_URL: PostgreSQL db.example.co:5000/mercado: el usuario o la contraseña'],
    [
      { code: 'EADDRINUSE', syscall: 'listen', port: 3000 },
      'PORT: otro programa ya escucha en 127.0.0.1:3000',
    ],
    [
      { code: 'EADDRINUSE', syscall: 'listen', port: 9464 },
      'METRICS_PORT: otro programa ya escucha en 127.0.0.1:9464',
    ],
    [{ code: 'EACCES', syscall: 'listen', port: 80 }, 'PORT: este usuario no puede escuchar en el puerto 80'],
    [
      { code: 'EADDRNOTAVAIL', syscall: 'listen', port: 3000 },
      'HOST: «127.0.0.1» no es una dirección de este equipo',
    ],
    [{ code: 'ENOENT', path: '/etc/a.crt' }, 'TLS_CERT: /etc/a.crt: no está'],
    [{ code: 'EACCES', path: '/etc/a.key' }, 'TLS_KEY: /etc/a.key: este usuario no puede leerlo'],
    [
      { code: 'ERR_OSSL_PEM_NO_START_LINE' },
      'TLS_CERT: /etc/a.crt y /etc/a.key no son un certificado y su llave',
    ],
    [{ code: 'EEXIST', path: '/var/datos' }, 'DATA_DIR: /var/datos: ya hay un archivo con ese nombre'],
    [{ code: 'ENOTDIR', path: '/var/datos/master.key' }, 'KEY_FILE: /var/datos/master.key: pasa por algo'],
  ])('%j: names the variable, the fault and an example, and no secret', (facts, sentence) => {
    const said = sayStartFault(thrown(facts), config);
    expect(said).toContain(sentence);
    expect(said).toMatch(/Debe ser .* Ejemplo: [A-Z_]+=/);
    expect(said).not.toContain('s3creta');
    expect(sayStartFault(new Error('after waiting', { cause: thrown(facts) }), config)).toBe(said);
  });

  it('that fails for another reason reports the error', () => {
    expect(sayStartFault(new Error('Estos datos son de la demostración.'), config)).toBe(
      'Estos datos son de la demostración.',
    );
  });
});
