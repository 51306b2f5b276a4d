// For browsers below the floor (docs/limits.md), and therefore in the words of 2009: nothing newer may stand in this file.
// Runs before the application, which such a browser cannot read, and says what to do instead of "Cargando..." for ever.
(function () {
  var isNewEnough =
    'noModule' in document.createElement('script') &&
    typeof Object.hasOwn === 'function' &&
    typeof Array.prototype.at === 'function' &&
    'BroadcastChannel' in window;
  if (isNewEnough) return;

  var words =
    '<h1>Este navegador es muy viejo</h1>' +
    '<p>Actualice Chrome en la tienda de aplicaciones y abra otra vez esta página.</p>';
  // The first 40 bits of the code, five at a time: as protocol/voucher-link.ts writes it.
  var voucher = /[?&]codeQrId=([0-9a-f]{8})-([0-9a-f]{2})/i.exec(location.search);
  if (voucher) {
    var rest = parseInt(voucher[1] + voucher[2], 16);
    var code = '';
    for (var place = 0; place < 8; place += 1) {
      code = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(rest % 32) + code;
      rest = Math.floor(rest / 32);
    }
    words +=
      '<p>Su saldo está guardado. Para pagar ya, muestre el papel en el estante, o diga este código:</p>' +
      '<p style="font-size:40px;font-weight:700;margin:0">' +
      code.slice(0, 4) +
      '-' +
      code.slice(4) +
      '</p>';
  }
  document.body.innerHTML =
    '<div role="alert" style="max-width:520px;margin:48px auto;padding:0 20px;font:20px/1.4 sans-serif">' +
    words +
    '</div>';
})();
