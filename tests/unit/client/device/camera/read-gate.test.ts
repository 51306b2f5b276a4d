import { expect, test } from 'vitest';
import { createReadGate } from '#src/client/device/camera/camera-scanner.ts';

// @vitest-environment node

test('the first read locks, the others are lost', () => {
  const gate = createReadGate(3000, () => 0);
  expect([gate.admit('a'), gate.admit('a'), gate.admit('b')]).toEqual([true, false, false]);
  expect(gate.locked).toBe(true);
});

test('after unlocking, another code counts at once and the same one only later', () => {
  let now = 0;
  const gate = createReadGate(3000, () => now);
  gate.admit('a');
  now = 60_000;
  gate.unlock();
  expect(gate.admit('a')).toBe(false);
  now += 2999;
  expect(gate.admit('a')).toBe(false);
  now += 1;
  expect(gate.admit('a')).toBe(true);
  gate.unlock();
  expect(gate.admit('b')).toBe(true);
});
