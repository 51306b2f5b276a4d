import { unitTexts } from '#src/client/texts/unit-texts.ts';
import type { ProductUnit, PurchaseLine } from '#src/contract/purchases/purchase-line.ts';
import { toAmount } from '#src/protocol/brands.ts';

/** Returns the thousandths of a unit added per tap: weighed goods are counted in halves. */
export function stepOf(unit: ProductUnit): number {
  return unit === 'libra' || unit === 'kilo' ? 500 : 1_000;
}

/** Returns the cost of a quantity, smallest unit shown; half a peso is rounded up. */
export function costOf(price: number, quantity: number): number {
  return Math.round((price * quantity) / 1_000);
}

/** Returns the lines with this quantity of a product, or without it for 0; `quantity` in thousandths. */
export function withProduct(
  lines: readonly PurchaseLine[],
  { name, unit, price }: { name: string; unit: ProductUnit; price: number },
  quantity: number,
): PurchaseLine[] {
  const others = lines.filter((line) => line.name !== name || line.unit !== unit);
  if (quantity <= 0) return others;
  return [...others, { name, unit, quantity, amount: toAmount(costOf(price, quantity)) }];
}

export function sumOfLines(lines: readonly PurchaseLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the products to note with a sale of this price: none when they cost more than is charged. */
export function notedIn(lines: readonly PurchaseLine[], price: number): { lines?: PurchaseLine[] } {
  return lines.length > 0 && sumOfLines(lines) <= price ? { lines: [...lines] } : {};
}

/** "1.5 libras de papa, 2 unidades de arepa". */
export function linesText(lines: readonly Pick<PurchaseLine, 'name' | 'unit' | 'quantity'>[]): string {
  return lines.map(({ name, unit, quantity }) => `${quantityText(quantity, unit)} de ${name}`).join(', ');
}

/** "1.5 libras", with as many decimals as needed. */
export function quantityText(quantity: number, unit: ProductUnit): string {
  const count = quantity / 1_000;
  return `${count.toLocaleString('en-US', { maximumFractionDigits: 3 })} ${unitTexts[unit][count === 1 ? 0 : 1]}`;
}
