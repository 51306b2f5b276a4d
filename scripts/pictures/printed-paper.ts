import { writeFileSync } from 'node:fs';
import { plugPrinter, takePaper } from '#tests/e2e/fake-printer.ts';
import { pngOfPaper } from '#tests/support/printer/read-paper.ts';
import { signIn, type Studio } from './studio.ts';

/** A top-up with one tap for its paper, and the paper as a printer burns it. */
export async function takePrintedPaper(studio: Studio): Promise<void> {
  const { page, context } = await studio.open('desktop');
  await plugPrinter(context);
  await signIn(page, 'recarga@demo.co', 'Punto Recarga');
  await page.goto('/dashboard/dispositivos');
  await page.getByRole('button', { name: 'Impresora de este dispositivo' }).click();
  await page.getByRole('button', { name: 'Buscar por cable USB' }).click();
  await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
  await page.getByRole('button', { name: 'Sí, quedó bien' }).waitFor();
  await page.screenshot({
    path: 'docs/manual/pictures/impresora.jpg',
    type: 'jpeg',
    quality: 80,
    animations: 'disabled',
  });
  await page.getByRole('button', { name: 'Sí, quedó bien' }).click();
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill('24684521');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByText('Identificación 24684521').first().waitFor();
  await page.getByLabel('Monto de la recarga').fill('50000');
  await page.getByRole('button', { name: 'Recargar e imprimir' }).click();
  await page.getByText('Impreso. Entréguele el papel a Luz.').waitFor();
  writeFileSync('docs/pictures/voucher-80mm-escpos.png', pngOfPaper(await takePaper(page)));
  await context.close();
}
