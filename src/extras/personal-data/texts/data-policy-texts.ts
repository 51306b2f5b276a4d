export const dataPolicyTexts = {
  title: 'Política de datos',
  of: (market: string) => `Política de datos de ${market}`,
  usual: [
    'El mercado guarda su nombre, su documento y, si los da, su teléfono y su correo. También sus recargas, compras y puntos.',
    'Sirven para una sola cosa: que su saldo sea suyo, que se pueda reponer un papel perdido y que las cuentas cuadren. No se venden ni se entregan a nadie más, salvo que la ley lo ordene.',
    'Usted puede preguntar qué se guarda, pedir una copia, corregirlo o pedir que se borre. El nombre y el documento se borran cuando ya no le quede saldo ni algo por decidir. Los movimientos de dinero se conservan sin su nombre.',
    'Preguntas y reclamos se responden en un máximo de 15 días hábiles. Si no queda conforme, puede acudir a la Superintendencia de Industria y Comercio (Ley 1581 de 2012).',
  ],
  years: (years: number) =>
    years === 1
      ? 'Después de 1 año sin usar su saldo, sus datos se borran.'
      : `Después de ${years} años sin usar su saldo, sus datos se borran.`,
  notice: 'Lo que se le lee al registrarse',
  contact: 'A quién escribir',
  noContact: 'Pregunte en el punto de recarga o a quien dirige el mercado.',
} as const;

export const dataPolicyFormTexts = {
  title: 'Datos personales de los clientes',
  contact: 'A quién escribir (correo, teléfono o lugar)',
  text: 'Texto de la política (vacío: el de siempre)',
  years: 'Años sin uso para borrar un cliente (0: nunca)',
  yearsHint: 'Se cuentan desde su último movimiento. No se borra a nadie con saldo.',
  save: 'Guardar la política',
  saved: 'Política guardada',
  see: 'Ver la página pública',
} as const;
