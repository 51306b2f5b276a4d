/** Page of the phones that carry letters. It needs no account. */
export const messengerPath = '/mensajero';
