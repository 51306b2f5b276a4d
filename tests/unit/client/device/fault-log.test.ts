import { describe, expect, test } from 'vitest';
import { noteFault, readFaults, tellFaults } from '#src/client/device/fault-log.ts';
import { deviceFaultSchema, mostFaults } from '#src/contract/devices/fault.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { storageForSuite } from '#tests/support/browser/storage-for-suite.ts';

function failure(message: string, file = 'scan-screen-DnbkI5-O.js:1:2034'): TypeError {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at eval (native)\n    at Xe (https://mercado.local:8443/assets/${file})\n    at https://mercado.local:8443/assets/base.js:2:1`;
  return error;
}

describe('program faults', () => {
  storageForSuite();

  test('are stored by class and place in the build with a count, and without their message', () => {
    noteFault('error', failure('no hay saldo de Luz Marina, 24.684.521'));
    noteFault('error', failure('otro nombre, otro documento'));
    noteFault('rejection', 'a text that was thrown: 24.684.521');
    const faults = readFaults();
    expect(faults).toMatchObject([
      { kind: 'error', name: 'TypeError', place: 'assets/scan-screen-DnbkI5-O.js:1:2034', count: 2 },
      { kind: 'rejection', name: 'string', place: '', count: 1 },
    ]);
    expect(localStorage.getItem('mercado.faults')).not.toMatch(/Luz|24\.684/);
    for (const fault of faults) expect(deviceFaultSchema.safeParse(fault).success).toBe(true);
  });

  test('are bounded, and new ones are kept while others are sent', async () => {
    for (let n = 0; n < mostFaults + 5; n += 1) noteFault('error', failure('x', `part.js:${n}:1`));
    expect(readFaults()).toHaveLength(mostFaults);
    expect(readFaults()[0]?.place).toBe('assets/part.js:5:1');
    const told: unknown[] = [];
    const tell = (kind: string, meanwhile: () => void = () => undefined) =>
      tellFaults({} as SyncRequest, (request) => {
        told.push(request.faults?.length);
        meanwhile();
        return Promise.resolve({ kind });
      });
    await tell('unreachable');
    await tell('ok', () => noteFault('error', failure('x', 'part.js:7:1')));
    expect(readFaults()).toMatchObject([{ place: 'assets/part.js:7:1', count: 1 }]);
    await tell('ok');
    await tell('ok');
    expect(told).toEqual([mostFaults, mostFaults, 1, undefined]);
    expect(localStorage.getItem('mercado.faults')).toBeNull();
  });
});
