import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';

describe('products of stalls and suppliers', () => {
  const place = marketForSuite();

  const coffee = { name: 'Café', price: 12_000, shortDescription: 'Molido', typeProduct: 'Bebidas' };
  const seed = { nombre: 'Maíz', precio: 4_000, description: 'Criollo', productType: 'Semillas' };
  const ofStall = async (): Promise<{ _id: string; name: string }[]> =>
    (await place.as('nobody', `/products/${place.market.ids['ESTANTE']}`)).body as never;

  it("shows the public a stall's present products", async () => {
    const path = `/products/create/${place.market.ids['ESTANTE']}`;
    const made = await place.as('ESTANTE', path, coffee);
    expect([made.status, made.body]).toMatchObject([201, coffee]);
    const id = made.body['_id'];
    const changed = { ...coffee, id, price: 13_000 };
    expect((await place.as('other ESTANTE', '/products/edit', changed)).status).toBe(404);
    expect((await place.as('ESTANTE', '/products/edit', changed)).body['price']).toBe(13_000);
    expect(await ofStall()).toMatchObject([{ _id: id, price: 13_000 }]);
    expect((await place.remove('other GLOBAL_MARKET', `/products/delete/${String(id)}`)).status).toBe(404);
    expect((await place.remove('GLOBAL_MARKET', `/products/delete/${String(id)}`)).status).toBe(200);
    expect(await ofStall()).toEqual([]);
    expect((await place.as('ESTANTE', '/products/edit', changed)).status).toBe(404);
  });

  it('are of a stall that exists', async () => {
    for (const id of [randomUUID(), place.market.ids['RECARGA'], 'x'])
      expect((await place.as('nobody', `/products/${id}`)).body['code']).toBe('UNKNOWN_STALL');
  });

  it("finds, sorts and pages through suppliers' products", async () => {
    for (const [nombre, precio] of [
      ['Ñame', 900],
      ['Ahuyama', 5_000],
      ['Zanahoria', 100],
    ] as const)
      await place.as('PROVEEDOR', '/proveedores/addProduct', { ...seed, nombre, precio });
    const names = (query: string) =>
      place.namesByTwos('ESTANTE', `/proveedores/get-products-all?${query}`, 'nombre');
    expect(await names('sort=name')).toEqual(['Ahuyama', 'Ñame', 'Zanahoria']);
    expect(await names('sort=price')).toEqual(['Zanahoria', 'Ñame', 'Ahuyama']);
    expect(await names('sort=recent')).toEqual(['Zanahoria', 'Ahuyama', 'Ñame']);
    expect(await names('q=name')).toEqual(['Ñame']);
    expect(await names('q=semillas')).toHaveLength(3);
  });

  it('lets only a supplier change and remove its own products', async () => {
    const made = await place.as('PROVEEDOR', '/proveedores/addProduct', seed);
    const id = made.body['_id'];
    const edited = await place.as('PROVEEDOR', '/proveedores/edit-product', {
      ...seed,
      id,
      precio: 1,
    });
    expect(edited.body['precio']).toBe(1);
    const remove = { id, userType: 'PRODUCT' };
    expect((await place.as('PROVEEDOR', '/proveedores/delete-product', remove)).status).toBe(200);
    expect((await place.as('PROVEEDOR', '/proveedores/delete-product', remove)).status).toBe(404);
    const detail = await place.as('RECARGA', `/proveedores/get/${place.market.ids['PROVEEDOR']}`);
    expect((detail.body['products'] as { _id: string }[]).map(({ _id }) => _id)).not.toContain(id);
    expect((await place.as('ESTANTE', '/proveedores/')).body).toMatchObject([{ ownerName: 'Semillas' }]);
  });
});
