import { describe, expect, it } from 'vitest';
import { scanLog, writeRecord } from '#src/client/local/second/copy-log.ts';

function logOf(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const records = texts.map(writeRecord);
  const log = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const record of records) {
    log.set(record, at);
    at += record.length;
  }
  return log;
}

const texts = ['{"a":1}', '{"ñ":"ü € 😀"}', ''];

describe('the log of the second copy', () => {
  it('decodes what it encoded', () => {
    const log = logOf(texts);
    expect(scanLog(log)).toEqual({ texts, damaged: 0, wholeBytes: log.length });
    expect(scanLog(new Uint8Array())).toEqual({ texts: [], damaged: 0, wholeBytes: 0 });
  });

  it('drops a record that was torn at any byte, and nothing else', () => {
    const whole = logOf(texts);
    const last = writeRecord('{"last":true}');
    for (let bytes = 1; bytes < last.length; bytes += 1) {
      const torn = new Uint8Array(whole.length + bytes);
      torn.set(whole);
      torn.set(last.subarray(0, bytes), whole.length);
      expect(scanLog(torn)).toEqual({ texts, damaged: 0, wholeBytes: whole.length });
    }
  });

  it('skips a damaged record in the middle, at any byte, and counts it', () => {
    const [first, middle, last] = ['{"first":1}', '{"middle":2}', '{"last":3}'];
    const log = logOf([first, middle, last]);
    const from = writeRecord(first).length;
    for (let at = from; at < from + writeRecord(middle).length; at += 1) {
      const damaged = Uint8Array.from(log);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      expect(scanLog(damaged)).toEqual({ texts: [first, last], damaged: 1, wholeBytes: log.length });
    }
  });

  it('continues reading after a record that a crash tore', () => {
    const torn = writeRecord('{"torn":1}').subarray(0, 20);
    const log = new Uint8Array([...torn, ...writeRecord('{"next":1}')]);
    expect(scanLog(log)).toMatchObject({ texts: ['{"next":1}'], damaged: 1 });
  });
});
