import { afterAll, beforeAll, beforeEach } from 'vitest';

/**
 * Resources that a suite opens before its tests and closes afterwards in reverse order. Represents the result
 * of `open` from the first test on; earlier access throws.
 */
export function forSuite<Thing extends object>(
  open: () => Promise<Thing>,
  close?: (thing: Thing) => Promise<unknown>,
): Thing {
  const held: { thing?: Thing } = {};
  const thing = (): Thing => {
    if (!held.thing) throw new Error('this suite has not been opened yet');
    return held.thing;
  };
  beforeAll(async () => {
    held.thing = await open();
  });
  if (close) afterAll(() => held.thing && close(held.thing));
  return standingFor(thing);
}

/** The same, opened anew for each test. */
export function forEachTest<Thing extends object>(open: () => Promise<Thing>): Thing {
  const held: { thing?: Thing } = {};
  beforeEach(async () => {
    held.thing = await open();
  });
  return standingFor(() => {
    if (!held.thing) throw new Error('this test has not been opened yet');
    return held.thing;
  });
}

function standingFor<Thing extends object>(thing: () => Thing): Thing {
  return new Proxy({} as Thing, {
    get(_target, name) {
      const value: unknown = Reflect.get(thing(), name);
      return typeof value === 'function' ? (value.bind(thing()) as unknown) : value;
    },
    set: (_target, name, value) => Reflect.set(thing(), name, value),
    has: (_target, name) => Reflect.has(thing(), name),
    ownKeys: () => Reflect.ownKeys(thing()),
    getOwnPropertyDescriptor: (_target, name) => {
      const own = Reflect.getOwnPropertyDescriptor(thing(), name);
      return own && { ...own, configurable: true };
    },
  });
}
