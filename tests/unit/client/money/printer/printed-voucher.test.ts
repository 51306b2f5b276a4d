// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { headDots, type Roll } from '#src/client/device/printer/chosen-printer.ts';
import { type Dialect, dialects } from '#src/client/device/printer/encode-paper.ts';
import type { PrintedVoucher } from '#src/client/money/papers/voucher-paper.tsx';
import { toAmount } from '#src/protocol/brands.ts';
import { builtPageForSuite } from '#tests/support/browser/built-page-for-suite.ts';
import { interpret, type PrintedPaper } from '#tests/support/printer/interpret.ts';
import { printers } from '#tests/support/printer/printers.ts';
import { textOnPaper } from '#tests/support/printer/read-paper.ts';

const { page } = builtPageForSuite('tests/unit/client/money/printer/paper-page.tsx', { withFonts: true });

const names = [
  'Luz Marina Ospina',
  'MARÍA DE LOS ÁNGELES ÑÁÑEZ GÜEJIA DE SANTACRUZ Y BOLÍVAR',
  'José Ü. Peña',
  'Nombrelarguísimosinningunaseparaciónquenocabeenunrenglóndelrollo',
  'Ñ',
];

const vouchers: PrintedVoucher[] = names.map((ownerName, place) => ({
  ownerName,
  urlCodeQr: `https://mercado.example/code-qr?userId=u${place}&codeQrId=c${place}#v1.`.padEnd(
    263,
    'Zq9-x_K3',
  ),
  monto: toAmount(1_000_000 * place + 50_000),
  identification: '24684521',
  shortCode: `7K4M-2QX${place}`,
  createAt: '2026-11-24T14:14:00Z',
  expiresAt: place % 2 === 0 ? '2027-11-25T04:59:59Z' : undefined,
  pointName: 'La Plazuela del Río Cauca',
  marketName: 'Asociación de Productores de La Esperanza',
  operator: 'Jairo Martínez',
  receiptHeading: place === 0 ? 'NIT 900.555.214-7' : '',
  receiptFooter: place === 1 ? 'Gracias por comprarle al campo. ¡Vuelva el sábado!' : '',
  printNumber: place + 1,
}));

const cases = (['80mm', '58mm'] as const).flatMap((roll) => dialects.map((dialect) => ({ roll, dialect })));

async function print(roll: Roll, dialect: Dialect): Promise<Uint8Array[]> {
  const papers = await page.evaluate(([list, options]) => window.printVouchers(list, options), [
    vouchers,
    { roll, dialect },
  ] as const);
  return papers.map((bytes) => Uint8Array.from(bytes));
}

describe.each(cases)('the paper of the page on $roll as $dialect', ({ roll, dialect }) => {
  test('is read back from each printer that understands it, whatever the name', async () => {
    const papers = await print(roll, dialect);
    expect(papers).toHaveLength(vouchers.length);
    for (const [place, bytes] of papers.entries())
      for (const printer of printers.filter(({ understands }) => understands.includes(dialect))) {
        const paper = interpret(bytes, headDots[roll], printer);
        expect(paper).toMatchObject({ letters: '', isTorn: false, obeyed: [], drawerOpenings: 0 });
        expect(await textOnPaper(paper)).toBe(vouchers[place]?.urlCodeQr);
      }
  });

  test('has ink in every part and none beyond the head', async () => {
    const [shop] = printers;
    const [bytes = new Uint8Array()] = await print(roll, dialect);
    if (!shop) throw new Error('there are no printers');
    const paper = interpret(bytes, headDots[roll], shop);
    const inked = inkedRows(paper);
    // Words above and below the code, and a paper that ends soon after its last line.
    expect(inked.slice(0, 100).some(Boolean)).toBe(true);
    expect(inked.slice(-120).some(Boolean)).toBe(true);
    expect(await page.evaluate(clippedParts)).toEqual([]);
    expect(paper.height).toBeGreaterThan(800);
    expect(paper.height).toBeLessThan(2_000);
  });
});

test('prints in the letters of the product, not in those of the system', async () => {
  const [product] = await print('80mm', 'codes');
  await page.route('**/*.woff2', (route) => route.abort());
  await page.reload();
  const [system] = await print('80mm', 'codes');
  await page.unroute('**/*.woff2');
  await page.reload();
  expect(product).not.toEqual(system);
  expect((await print('80mm', 'codes'))[0]).toEqual(product);
});

/** Parts of the papers on the page that are wider than their paper. */
function clippedParts(): string[] {
  return [...document.querySelectorAll('article')]
    .flatMap((paper) => [paper, ...paper.querySelectorAll('p, h1, dd')])
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent);
}

function inkedRows({ width, height, pixels }: PrintedPaper): boolean[] {
  return Array.from({ length: height }, (_, row) =>
    pixels.subarray(row * width, (row + 1) * width).some((dot) => dot === 0),
  );
}
