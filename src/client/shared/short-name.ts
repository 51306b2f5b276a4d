import { personName } from './names.ts';

/** "Jairo M." from "jairo martínez": who is signed in, in a narrow bar. */
export function shortPersonName(name: string): string {
  const [first = '', ...rest] = personName(name).split(' ');
  const initial = rest.at(-1)?.charAt(0);
  return initial === undefined ? first : `${first} ${initial}.`;
}
