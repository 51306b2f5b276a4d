export const seenAndHeardTexts = {
  title: 'Ver y oír',
  pictures: 'Vender solo con dibujos',
  picturesNote: 'Billetes, señales y voz, sin letras. Para quien no lee.',
  voice: 'Voz',
  voiceNote: 'Dice el resultado y el monto. También sin conexión.',
  volumes: { '0': 'Apagada', '0.4': 'Baja', '0.8': 'Media', '1': 'Alta' },
  tryVoice: 'Probar la voz',
} as const;

/** Names of drawings, for screen readers. */
export const drawingTexts = {
  link: 'En línea',
  noLink: 'Sin conexión',
  repeat: 'Decir otra vez',
  later: 'Guardada en la tableta; se envía sola',
} as const;
