// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headDots } from '#src/client/device/printer/chosen-printer.ts';
import { dialects, encodePaper } from '#src/client/device/printer/encode-paper.ts';
import { type Bitmap, joined, readPaper } from '#src/client/device/printer/escpos.ts';
import { codePart } from '#tests/support/printer/code-part.ts';
import { interpret } from '#tests/support/printer/interpret.ts';
import { printers } from '#tests/support/printer/printers.ts';
import { textOnPaper } from '#tests/support/printer/read-paper.ts';
import { rounds } from '#tests/support/rounds.ts';

const widths = Object.entries(headDots).map(([roll, width]) => ({ roll, width }));
const everyPrinter = printers.flatMap((printer) =>
  widths.map(({ roll, width }) => ({ name: `${printer.name}, ${roll}`, printer, width })),
);
const [shop] = printers;
if (!shop) throw new Error('there are no printers');

const link = (secret: string): string =>
  `https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.${secret}`.padEnd(263, 'Zq9-x_K3');

test.each(everyPrinter)('the code of any voucher is read back from a $name', async ({ printer, width }) => {
  const texts = fc
    .sample(fc.stringMatching(/^[A-Za-z0-9_-]{150,200}$/), { numRuns: rounds(2, 10), seed: width })
    .map(link);
  for (const text of texts)
    for (const dialect of dialects) {
      const bytes = joined(encodePaper([codePart(text, width)], { dialect }));
      const paper = interpret(bytes, width, printer);
      if (!printer.understands.includes(dialect)) {
        await expect(textOnPaper(paper)).rejects.toThrow('must have one code');
        continue;
      }
      expect(paper).toMatchObject({ letters: '', isTorn: false, obeyed: [], cuts: printer.hasKnife ? 1 : 0 });
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
      fc.constantFrom(...printers.filter(({ gapRows }) => gapRows === 0)),
      (drawn, printer) => {
        const { width, height } = drawn;
        const bits = Uint8Array.from({ length: (width / 8) * height }, () => drawn.bytes.next().value ?? 0);
        const dots: Bitmap = { width, height, bits };
        const paper = interpret(
          joined(encodePaper([{ kind: 'dots', dots }], { dialect: 'dots' })),
          width,
          printer,
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
    interpret(joined(encodePaper([part], { dialect: 'dots', opensDrawer })), 576, shop).drawerOpenings;
  expect(openings(true)).toBe(1);
  expect(openings(false)).toBe(0);
});

test('reads the paper sensor from an answer and nothing from any other byte', () => {
  expect(readPaper(0x12)).toBe('ok');
  expect(readPaper(0x1e)).toBe('low');
  expect(readPaper(0x72)).toBe('out');
  expect([0x00, 0x11, 0x13, 0x92, 0xff].map(readPaper)).toEqual([null, null, null, null, null]);
});
