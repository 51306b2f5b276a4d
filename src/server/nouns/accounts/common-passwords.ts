/**
 * Words of leaked passwords and of this region: a guesser begins with these, followed by a year, a number or a sign.
 * Short words and runs of keys are not here, because the rules below find them.
 */
const commonWords = new Set(
  `password passwort passw0rd contrasena contraseña clave claves secreto secreta acceso ingreso entrar entrada admin
  administrador administrator root usuario user guest invitado login welcome bienvenido bienvenida hola holahola adios
  letmein iloveyou teamo teamomucho teamor tequiero amor amores amorcito mivida mividamia corazon princesa princess
  principe reina rey bebe bebita hermosa hermoso bonita bonito linda lindo preciosa mariposa estrella estrellita luna
  sol cielo angel angelito angeles dios diosesamor jesus jesucristo cristo virgen maria mariana mamita mama papa
  mamipapi familia hermano hermana hijos mihija mihijo abuela amigos amigas amistad feliz felicidad alegria esperanza
  colombia colombiano bogota medellin cali barranquilla cartagena bucaramanga manizales pereira antioquia boyaca
  cundinamarca nariño tolima huila santander millonarios nacional atleticonacional america americadecali junior santafe
  tolima futbol football soccer realmadrid barcelona barca messi ronaldo pelusa tigre leon gatito perrito perro gato
  caballo dragon monkey shadow master superman batman spiderman pokemon naruto goku mickey tinkerbell hellokitty
  sunshine flower flores rosa rosas azul rojo verde blanco negro chocolate galleta cafe cafecito aguacate platano
  panela arepa tamales mercado mercados plaza plazas tienda tiendas puesto estante recarga recargas campesino campesina
  campo finca cosecha verdura verduras fruta frutas papaya tomate cebolla dinero plata pesos trabajo empresa negocio
  computador internet celular telefono google facebook instagram whatsapp hotmail gmail yahoo samsung nokia android
  windows linux test testing prueba pruebas ejemplo ejemplos temporal cambiame changeme default nuevo nueva nuevaclave
  miclave mipassword micontrasena seguro segura seguridad qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm azerty
  abcdef abcdefg abcdefgh abcabc aaabbb primavera verano invierno otoño enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo navidad halloween
  juan juanito carlos andres santiago sebastian daniel daniela alejandro alejandra camila valentina laura paola carolina
  natalia andrea diana sandra martha luisa luis jorge jose josemaria pedro pablo miguel fernando ricardo david felipe
  nicolas mateo samuel sofia isabella gabriel gabriela michael jessica jennifer ashley jordan hunter charlie thomas
  freedom whatever trustno1 starwars computer baseball hockey michelle killer pepper ginger buster harley ranger robert
  cheese cookie summer winter george maggie banana orange`
    .split(/\s+/)
    .map(plain),
);

const runs = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklñ',
  'zxcvbnm',
  '1qaz2wsx3edc',
  'q1w2e3r4t5',
];
/** Minimum number of different characters. */
const fewest = 4;

/** Minimum number of letters besides the account's own names. */
const fewestBesideNames = 3;

/**
 * Returns whether a guesser would soon try this password: a common word or the account's own names with
 * little else, a run of keys, a date, or almost the same character throughout. `own`: names and email of the
 * account.
 */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const text = plain(password);
  if (new Set(text).size < fewest) return true;
  const joined = text.replaceAll(/[^a-zñ0-9]+/g, '');
  if (/^\d{1,10}$/.test(joined)) return true;
  if (runs.some((run) => isRun(text, run) || isRun(joined, run))) return true;
  if (isTwoRuns(joined)) return true;
  const letters = text.replaceAll(/[^a-zñ]+/g, '');
  const bare = text.replace(/^[^a-zñ]+/, '').replace(/[^a-zñ]+$/, '');
  const spelled = spellOut(bare);
  const words = [letters, bare, spelled].filter((word) => word.length > 0);
  if (words.some((word) => commonWords.has(word) || commonWords.has(halfOf(word)))) return true;
  const names = own
    .flatMap((name) => plain(name.replace(/@.*/, '')).split(/[^a-zñ]+/))
    .filter((name) => name.length > 2);
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), letters);
  return rest.length < letters.length && rest.length < fewestBesideNames;
}

/** Returns the text in lower case and without accents, except that ñ stays a letter. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ñ', '\u0001')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('\u0001', 'ñ')
    .trim();
}

/** Replaces digits and signs by the letters that they imitate, as in "p4ssw0rd". */
function spellOut(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replaceAll(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
}

/** Returns "hola" for "holahola". */
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2);
  return word === half + half ? half : '';
}

/**
 * "abcd1234" and "a1b2c3": a run of letters and a run of digits. A run of digits behind any short word is no
 * better.
 */
function isTwoRuns(text: string): boolean {
  const [letters, figures] = [text.replaceAll(/\d/g, ''), text.replaceAll(/\D/g, '')];
  const areInRow = (part: string): boolean => part.length > 2 && runs.some((run) => run.includes(part));
  return areInRow(figures) && (areInRow(letters) || (letters.length < 5 && text === letters + figures));
}

/** Neighbouring keys, forwards or backwards, with at most three other characters. */
function isRun(text: string, run: string): boolean {
  const back = run.split('').toReversed().join('');
  for (let length = text.length; length >= Math.max(5, text.length - 3); length -= 1)
    for (let at = 0; at + length <= text.length; at += 1) {
      const part = text.slice(at, at + length);
      if (run.includes(part) || back.includes(part)) return true;
    }
  return false;
}
