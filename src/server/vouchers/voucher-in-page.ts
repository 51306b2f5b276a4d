import type { VoucherInPage } from '#src/server/http/page-routes.ts';
import { createThrottle, type Quota } from '#src/server/http/throttle.ts';
import type { Database } from '#src/server/store/database.ts';
import { findVoucher } from './find-voucher.ts';

/**
 * The voucher of a link, sent with its page. Throttled like the call it saves; null leaves the query, and its refusal,
 * to that call.
 */
export function createVoucherInPage(deps: {
  database: Database;
  now: () => Date;
  quota: Quota;
}): VoucherInPage {
  const throttle = createThrottle(deps.quota);
  return async (request) => {
    const code = new URL(request.url, 'http://page').searchParams.get('codeQrId') ?? '';
    if (!/^[0-9a-f-]{36}$/i.test(code) || !(await throttle.tryTake(request.ip))) return null;
    const found = await findVoucher(deps, code, false);
    return found.ok ? found.value : null;
  };
}
