import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { qrDrawing, qrFileName } from '#src/client/device/print/draw-qr.ts';

// @vitest-environment node

const text = 'https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.'.padEnd(263, 'Zq9-x_K3');

test('draws exactly the dark modules, with four white ones on each side', () => {
  const { side, path } = qrDrawing(text);
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, ...run]) => run.map(Number));
  const dark = new Set(
    runs.flatMap(([x = 0, y = 0, length]) =>
      Array.from({ length: length ?? 0 }, (_, step) => (y - 4) * size + x - 4 + step),
    ),
  );
  expect(side).toBe(size + 8);
  expect([...data].every((module, at) => dark.has(at) === (module !== 0))).toBe(true);
});

test('the file is named after the owner', () => {
  expect(qrFileName('Luz Marina Ospina')).toBe('Luz Marina Ospina_qr.png');
  expect(qrFileName('../Ana/María: "sol"')).toBe('.. Ana María   sol_qr.png');
});
