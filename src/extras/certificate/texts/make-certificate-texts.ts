/** Constancia de ventas: choosing and printing one. */
export const makeCertificateTexts = {
  qr: 'Código para comprobar esta constancia',
  check:
    'Para comprobarla, lea el código con la cámara de un teléfono. Sirve también sin conexión, si ese teléfono ya abrió esta página una vez.',
  make: 'Hacer constancia',
  intro: 'Lo vendido en un mes o en un año, firmado. Sirve ante un banco, una entidad o un comprador.',
  period: 'Período',
  wholeYear: (year: number) => `Todo ${year}`,
  stall: 'Estante',
  chooseStall: 'Elija el estante',
  print: 'Imprimir',
  printFailed: 'No se pudo imprimir. Intente otra vez.',
  back: 'Volver a Reportes',
} as const;
