// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qrShape } from '#src/client/device/print/draw-qr.ts';
import { headDots } from '#src/client/device/printer/chosen-printer.ts';
import { encodePaper, type PaperPart } from '#src/client/device/printer/encode-paper.ts';
import { type Bitmap, joined, readPaper } from '#src/client/device/printer/escpos.ts';
import { dialects } from '#tests/support/printer/dialects.ts';
import { interpret } from '#tests/support/printer/interpret.ts';
import { textOnPaper } from '#tests/support/printer/read-paper.ts';
import { rounds } from '#tests/support/rounds.ts';

const widths = Object.entries(headDots).map(([roll, width]) => ({ roll, width }));
const everyPrinter = dialects.flatMap((dialect) =>
  widths.map(({ roll, width }) => ({ name: `${dialect.name}, ${roll}`, dialect, width })),
);
const [shop] = dialects;
if (!shop) throw new Error('there are no printers');

const link = (secret: string): string =>
  `https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.${secret}`.padEnd(263, 'Zq9-x_K3');

function codePart(text: string, width: number): PaperPart {
  const { side, runs } = qrShape(text);
  const moduleDots = Math.floor((width * 0.95) / side);
  const rowBytes = Math.ceil(width / 8);
  const height = (side - 8) * moduleDots;
  const bits = new Uint8Array(rowBytes * height);
  for (const [x, y, length] of runs)
    for (let row = 0; row < moduleDots; row++)
      for (let dot = 0; dot < length * moduleDots; dot++) {
        const at = Math.floor((width - height) / 2) + (x - 4) * moduleDots + dot;
        const byte = ((y - 4) * moduleDots + row) * rowBytes + (at >> 3);
        bits[byte] = (bits[byte] ?? 0) | (0x80 >> (at & 7));
      }
  return { kind: 'code', text, moduleDots, dots: { width, height, bits } };
}

test.each(everyPrinter)('the code of any voucher is read back from a $name', async ({ dialect, width }) => {
  const texts = fc
    .sample(fc.stringMatching(/^[A-Za-z0-9_-]{150,200}$/), { numRuns: rounds(2, 10), seed: width })
    .map(link);
  for (const text of texts)
    for (const code of dialect.drawsCodes ? (['native', 'raster'] as const) : (['raster'] as const)) {
      const bytes = joined(encodePaper([codePart(text, width)], { code }));
      const paper = interpret(bytes, width, dialect);
      expect(paper).toMatchObject({ letters: '', isTorn: false, obeyed: [], cuts: dialect.hasKnife ? 1 : 0 });
      expect(await textOnPaper(paper)).toBe(text);
    }
});

test('an image comes out dot by dot, but for a dot that keeps it from being a command', () => {
  const image = fc.record({
    width: fc.constantFrom(384, 576),
    height: fc.integer({ min: 1, max: 300 }),
    // Bytes that begin commands, more often than chance.
    bytes: fc.infiniteStream(
      fc.oneof(fc.constantFrom(0x10, 0x04, 0x05, 0x14, 0x1b, 0x1d), fc.nat({ max: 255 })),
    ),
  });
  fc.assert(
    fc.property(
      image,
      fc.constantFrom(...dialects.filter(({ gapRows }) => gapRows === 0)),
      (drawn, dialect) => {
        const { width, height } = drawn;
        const bits = Uint8Array.from({ length: (width / 8) * height }, () => drawn.bytes.next().value ?? 0);
        const dots: Bitmap = { width, height, bits };
        const paper = interpret(
          joined(encodePaper([{ kind: 'dots', dots }], { code: 'native' })),
          width,
          dialect,
        );
        expect(paper).toMatchObject({ obeyed: [], drawerOpenings: 0, letters: '', isTorn: false });
        let differs = 0;
        for (let at = 0; at < width * height; at++) {
          const isBlack = ((bits[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0;
          if ((paper.pixels[at] === 0) !== isBlack) differs++;
        }
        const commands = bits.filter((byte, at) => byte === 0x10 && [4, 5, 0x14].includes(bits[at + 1] ?? 0));
        expect(differs).toBeLessThanOrEqual(commands.length);
      },
    ),
    { numRuns: rounds(10, 60) },
  );
});

test('opens the drawer once, before the paper, and only when it is asked to', () => {
  const part = codePart(link('x'), 576);
  const openings = (opensDrawer: boolean): number =>
    interpret(joined(encodePaper([part], { code: 'native', opensDrawer })), 576, shop).drawerOpenings;
  expect(openings(true)).toBe(1);
  expect(openings(false)).toBe(0);
});

test('a printer that draws no code prints its bytes as letters, which the test print shows', () => {
  const old = dialects.find(({ drawsCodes }) => !drawsCodes);
  if (!old) throw new Error('every printer draws codes');
  const bytes = joined(encodePaper([codePart(link('x'), 576)], { code: 'native' }));
  expect(interpret(bytes, 576, old).letters).toContain('mercado.example');
});

test('reads the paper sensor from an answer and nothing from any other byte', () => {
  expect(readPaper(0x12)).toBe('ok');
  expect(readPaper(0x1e)).toBe('low');
  expect(readPaper(0x72)).toBe('out');
  expect([0x00, 0x11, 0x13, 0x92, 0xff].map(readPaper)).toEqual([null, null, null, null, null]);
});
