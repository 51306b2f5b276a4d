// @vitest-environment node
import type { Locator } from '@playwright/test';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtPageForSuite } from '#tests/support/browser/built-page-for-suite.ts';
import { insertText } from '#tests/support/browser/insert-text.ts';

const { built, page } = builtPageForSuite('tests/unit/client/ui/fields/field-page.tsx');
let field: Locator;

beforeEach(async () => {
  await page.goto(built.url);
  field = page.getByRole('textbox', { name: 'Monto' });
});

const read = (): Promise<string> => page.getByLabel('leído').innerText();
const sentence = (): Promise<string[]> => page.getByRole('alert').allInnerTexts();

describe('the amount field', () => {
  test.each([
    ['50000', '50000'],
    ['50.000', '50000'],
    ['2.000.000', '2000000'],
    ["1'234.567", '1234567'],
    ['$ 50.000,00', '50000'],
    ['50000,00', '50000'],
    ['50000.00', '50000'],
    ['0050000', '50000'],
  ])('reads %s as %s however it comes in, and shows it with commas', async (text, amount) => {
    for (const way of ['type', 'paste', 'drop'] as const) {
      await field.fill('');
      await insertText(field, way, text);
      await field.blur();
      expect([way, await read(), await field.inputValue(), await sentence()]).toEqual([
        way,
        amount,
        `$${Number(amount).toLocaleString('en-US')}`,
        [],
      ]);
    }
  });

  test.each([
    ['5e4', 'sin la letra E'],
    ['-50000', 'negativos'],
    ['(20.000)', 'negativos'],
    ['50.000,50', 'sin centavos'],
    ['50.000 + 20.000', 'solo números'],
  ])(
    'refuses %s with a sentence: typed it is not sent, pasted or dropped it changes nothing',
    async (text, why) => {
      await insertText(field, 'type', text);
      await field.press('Enter');
      expect([await read(), await page.getByLabel('enviado').innerText()]).toEqual(['0', '']);
      expect((await sentence()).join()).toContain(why);
      await field.fill('3000');
      for (const way of ['paste', 'drop'] as const) {
        await insertText(field, way, text);
        expect([way, await read(), await field.inputValue()]).toEqual([way, '3000', '$3,000']);
        expect((await sentence()).join()).toContain(why);
      }
      await field.press('Enter');
      expect(await page.getByLabel('enviado').innerText()).toBe('3000');
    },
  );

  test('refuses more than its maximum and says how much that is', async () => {
    await field.fill('3000');
    await insertText(field, 'paste', '10.000.000.000');
    expect([await read(), await sentence()]).toEqual([
      '3000',
      ['No se pegó «10.000.000.000». Lo más que se recibe aquí es $999,999,999.'],
    ]);
    await field.press('End');
    await page.keyboard.type('000000');
    expect([await read(), await sentence()]).toEqual([
      '300000000',
      ['Lo más que se recibe aquí es $999,999,999.'],
    ]);
  });

  test('keeps the caret beside the digit that was typed or deleted', async () => {
    await insertText(field, 'type', '1234567');
    const keys = async (...names: string[]): Promise<string> => {
      for (const name of names) await page.keyboard.press(name);
      return field.inputValue();
    };
    expect(await keys('Home', 'ArrowRight', 'ArrowRight', 'Delete')).toBe('$134,567');
    expect(await keys('9')).toBe('$1,934,567');
    expect(await keys('Backspace')).toBe('$134,567');
    expect(await keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace')).toBe('$13,567');
    expect(await keys('Backspace')).toBe('$1,567');
  });

  test('gives way to an amount that comes from elsewhere, and to the key that deletes', async () => {
    await insertText(field, 'type', '5e4');
    await page.getByRole('button', { name: 'siete' }).click();
    expect([await read(), await field.inputValue(), await sentence()]).toEqual(['7', '$7', []]);
    await insertText(field, 'type', '5e4');
    await page.getByRole('button', { name: 'borrar' }).click();
    expect([await field.inputValue(), await sentence()]).toEqual(['', []]);
  });
});
