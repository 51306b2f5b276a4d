import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { qrShape, qrFileName } from '#src/client/device/print/draw-qr.ts';
import { qrSvg } from '#tests/support/browser/qr-svg.ts';

// @vitest-environment node

const text = 'https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.'.padEnd(263, 'Zq9-x_K3');

test('a link of 263 characters is 65 modules with 4 white ones on each side', () => {
  expect(qrShape(text).side).toBe(65 + 8);
});

test('the runs are exactly the dark modules', () => {
  const { side, runs } = qrShape(text);
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = new Set(
    runs.flatMap(([x, y, length]) => Array.from({ length }, (_, step) => (y - 4) * size + x - 4 + step)),
  );
  expect(side).toBe(size + 8);
  expect([...data].every((module, at) => dark.has(at) === (module !== 0))).toBe(true);
});

test('the drawing is black on white with sharp edges', () => {
  const svg = qrSvg(text);
  expect(svg).toContain('viewBox="0 0 73 73"');
  expect(svg).toContain('shape-rendering="crispEdges"');
  expect(svg).toMatch(/fill="#fff" d="M0 0h73v73H0z".*fill="#000"/);
});

test('the file is named after the owner', () => {
  expect(qrFileName('Luz Marina Ospina')).toBe('Luz Marina Ospina_qr.png');
  expect(qrFileName('../Ana/María: "sol"')).toBe('.. Ana María   sol_qr.png');
});
