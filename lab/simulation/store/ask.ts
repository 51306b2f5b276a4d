import type { Key } from './keys.ts';
import type { Scope } from './scope.ts';
import { enterZone, zoneNow } from './zone.ts';

/** One request; its answer continues the code that asked, in that code's transaction. */
export function ask<Value>(scope: Scope, operation: () => Value): Promise<Value> {
  const zone = zoneNow(scope.db);
  return new Promise((resolve, reject) => {
    scope.disk.ask(
      operation,
      (value) => {
        enterZone(scope.db, zone);
        resolve(value);
      },
      (error) => {
        enterZone(scope.db, zone);
        reject(error);
      },
    );
  });
}

export type Written = { failures: Error[]; lastKey: Key | undefined };

/** Several requests at once. One that fails leaves the others, and is reported with the last answer. */
export function askAll(scope: Scope, operations: readonly (() => Key)[]): Promise<Written> {
  const written: Written = { failures: [], lastKey: undefined };
  if (operations.length === 0) return Promise.resolve(written);
  const zone = zoneNow(scope.db);
  return new Promise((resolve) => {
    operations.forEach((operation, index) => {
      const isLast = index === operations.length - 1;
      const end = (): void => {
        if (!isLast) return;
        enterZone(scope.db, zone);
        resolve(written);
      };
      scope.disk.ask(
        operation,
        (key) => {
          if (isLast) written.lastKey = key;
          end();
        },
        (error) => {
          written.failures.push(error);
          end();
        },
      );
    });
  });
}

/** Several reads at once. */
export function readAll<Value>(scope: Scope, operations: readonly (() => Value)[]): Promise<Value[]> {
  if (operations.length === 0) return Promise.resolve([]);
  const zone = zoneNow(scope.db);
  const values: Value[] = [];
  return new Promise((resolve, reject) => {
    for (const operation of operations)
      scope.disk.ask(
        operation,
        (value) => {
          values.push(value);
          if (values.length < operations.length) return;
          enterZone(scope.db, zone);
          resolve(values);
        },
        (error) => {
          enterZone(scope.db, zone);
          reject(error);
        },
      );
  });
}
