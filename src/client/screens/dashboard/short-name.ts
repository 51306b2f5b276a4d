import { personName } from '#src/client/texts/written/names.ts';

/** Shortens the signed-in person's name for a narrow bar: "Jairo M." from "jairo martínez". */
export function shortPersonName(name: string): string {
  const [first = '', ...rest] = personName(name).split(' ');
  const initial = rest.at(-1)?.charAt(0);
  return initial === undefined ? first : `${first} ${initial}.`;
}
