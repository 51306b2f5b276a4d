import type { Session } from '#src/server/store/database.ts';

type Verbs = Record<string, (session: Session, ...rest: never[]) => unknown>;
type Bound<All extends Verbs> = {
  [Name in keyof All]: All[Name] extends (session: Session, ...rest: infer Rest) => infer Value
    ? (...rest: Rest) => Value
    : never;
};

/** Returns these functions without their session. */
export function on<All extends Verbs>(session: Session, verbs: All): Bound<All> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(null, session)]);
  return Object.fromEntries(bound) as Bound<All>;
}
