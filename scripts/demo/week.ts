import { toAmount, toPoints } from '#src/protocol/brands.ts';

/** Number of people at the top-up point on each market day before today, oldest first. */
export const demoWeek = [7, 5, 11, 16, 6, 4, 9, 6, 13, 17] as const;

/** Weekly customers. */
export const demoRegulars = [
  'ana lucía prieto',
  'rubén darío páez',
  'campo elías rojas',
  'marleny suárez',
  'óscar tovar',
  'ofelia rincón',
  'hernán cifuentes',
  'teresa bonilla',
  'wilson tique',
  'gloria inés ñáñez',
  'pedro nel gómez',
  'fabiola álzate',
] as const;

/** Doña Rosalba's products. */
export const demoProducts = [
  { name: 'Tomate chonto', price: toAmount(2_800), shortDescription: 'Libra', typeProduct: 'Verduras' },
  { name: 'Papa criolla', price: toAmount(2_200), shortDescription: 'Libra', typeProduct: 'Verduras' },
  {
    name: 'Mora de Castilla',
    price: toAmount(4_500),
    shortDescription: 'Canastilla de una libra',
    typeProduct: 'Frutas',
  },
  {
    name: 'Huevos de campo',
    price: toAmount(16_000),
    shortDescription: 'Cubeta de 30',
    typeProduct: 'Huevos',
  },
  { name: 'Cilantro', price: toAmount(1_000), shortDescription: 'Atado', typeProduct: 'Hierbas' },
] as const;

export const demoSupplies = [
  {
    nombre: 'Semilla de papa',
    precio: toAmount(42_000),
    description: 'Bulto de 50 kilos, variedad criolla',
    productType: 'Semillas',
  },
  {
    nombre: 'Abono orgánico',
    precio: toAmount(28_000),
    description: 'Bulto de 40 kilos, compost maduro',
    productType: 'Abonos',
  },
  {
    nombre: 'Canastilla plástica',
    precio: toAmount(19_500),
    description: 'De 60 por 40, apilable',
    productType: 'Empaques',
  },
] as const;

export const demoRewards = [
  { name: 'Bolsa de mercado', description: 'De fique, tejida en la vereda.', pointsCost: toPoints(10) },
  {
    name: 'Recarga de regalo',
    description: 'Un código con $5,000.',
    pointsCost: toPoints(25),
    monto: toAmount(5_000),
  },
] as const;
