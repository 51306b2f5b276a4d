// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const installed = JSON.parse(readFileSync('node_modules/html5-qrcode/package.json', 'utf8')) as {
  version: string;
};
const source = readFileSync('node_modules/html5-qrcode/esm/html5-qrcode.js', 'utf8');

test('html5-qrcode is exactly the version whose private field is replaced', () => {
  expect(installed.version).toBe('2.3.8');
});

test('html5-qrcode uses the object in that field for every read', () => {
  expect(source).toContain('this.qrcode = new Html5QrcodeShim(');
  expect(source).toContain('this.qrcode.decodeAsync(this.canvasElement)');
  expect(source.match(/qrcode\.decode\w*/g)).toEqual(['qrcode.decodeRobustlyAsync', 'qrcode.decodeAsync']);
});
