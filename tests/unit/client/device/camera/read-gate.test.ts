import { expect, test } from 'vitest';
import { createReadGate } from '#src/client/device/camera/read-gate.ts';

// @vitest-environment node

function gateAt(start = 0) {
  const clock = { now: start };
  const gate = createReadGate(
    (text) => text,
    () => clock.now,
  );
  return { gate, clock, kinds: (...texts: string[]) => texts.map((text) => gate.judge([text]).kind) };
}

test('locks at the first read and ignores every other code until it is unlocked', () => {
  const { gate, kinds } = gateAt();
  expect(kinds('a', 'a', 'b')).toEqual(['read', 'ignored', 'ignored']);
  expect(gate.isLocked).toBe(true);
  gate.unlock();
  expect(kinds('b')).toEqual(['read']);
});

test('ignores the same code for 3 s after it was unlocked, however long the lock took', () => {
  const { gate, clock, kinds } = gateAt();
  gate.judge(['a']);
  clock.now = 60_000;
  gate.unlock();
  expect(kinds('a')).toEqual(['ignored']);
  clock.now += 2_999;
  expect(kinds('a')).toEqual(['ignored']);
  clock.now += 1;
  expect(kinds('a')).toEqual(['read']);
});

test('asks for a tap before it opens the voucher of an earlier sale again', () => {
  const { gate, clock, kinds } = gateAt();
  gate.judge(['a']);
  gate.opened('a', 'Luz Marina');
  gate.unlock();
  clock.now += 2_999;
  expect(kinds('a')).toEqual(['ignored']);
  clock.now += 1;
  expect(gate.judge(['a'])).toEqual({ kind: 'again', text: 'a', name: 'Luz Marina' });
  expect(kinds('b')).toEqual(['read']);
});

test('ignores a charged voucher for 10 s after the scanner is shown again', () => {
  const { gate, clock, kinds } = gateAt();
  gate.judge(['a']);
  gate.opened('a', 'Luz Marina');
  gate.charged('a');
  clock.now = 30_000;
  gate.unlock();
  clock.now += 9_999;
  expect(kinds('a')).toEqual(['ignored']);
  clock.now += 1;
  expect(kinds('a')).toEqual(['again']);
});

test('asks for a tap for two minutes even after another voucher was charged', () => {
  const { gate, clock, kinds } = gateAt();
  for (const code of ['a', 'b']) {
    gate.judge([code]);
    gate.opened(code, code);
    gate.charged(code);
    gate.unlock();
    clock.now += 20_000;
  }
  expect(kinds('a', 'b')).toEqual(['again', 'again']);
  clock.now += 120_000;
  gate.unlock();
  clock.now += 10_000;
  expect(kinds('b', 'a')).toEqual(['again', 'read']);
});

test('reads a new voucher beside one that was just charged', () => {
  const { gate, clock } = gateAt();
  gate.judge(['a']);
  gate.opened('a', 'Luz Marina');
  gate.charged('a');
  gate.unlock();
  expect(gate.judge(['a']).kind).toBe('ignored');
  expect(gate.judge(['a', 'b'])).toEqual({ kind: 'read', text: 'b' });
  gate.unlock();
  clock.now += 10_000;
  expect(gate.judge(['a', 'c'])).toEqual({ kind: 'read', text: 'c' });
});

test('takes neither of two new vouchers, and one only half a second after the other left the frame', () => {
  const { gate, clock } = gateAt();
  expect(gate.judge(['a', 'b'])).toEqual({ kind: 'two' });
  clock.now += 500;
  expect(gate.judge(['a'])).toEqual({ kind: 'two' });
  clock.now += 1;
  expect(gate.judge(['a'])).toEqual({ kind: 'read', text: 'a' });
});

test('takes two addresses of one voucher for one, and knows other codes from vouchers', () => {
  const gate = createReadGate((text) => (text.startsWith('v') ? text.charAt(1) : null));
  expect(gate.judge([])).toEqual({ kind: 'ignored' });
  expect(gate.judge(['sticker'])).toEqual({ kind: 'foreign' });
  expect(gate.judge(['sticker', 'va lan', 'va public'])).toEqual({ kind: 'read', text: 'va public' });
});
