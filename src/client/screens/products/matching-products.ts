import type { ShownProduct } from '#src/client/queries/products.ts';
import { plainText } from '#src/client/shared/names.ts';

/** Every word of the search is somewhere in the product, whatever its accents and capitals. */
export function matching(products: readonly ShownProduct[], search: string): readonly ShownProduct[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter(({ name, kind, description }) => {
    const text = plainText(`${name} ${kind} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
