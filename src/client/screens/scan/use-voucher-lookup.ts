import { useState } from 'react';
import { findVoucher } from '#src/client/api/vouchers.ts';
import type { VoucherView } from '#src/contract/voucher.ts';
import { readScannedCode } from '#src/domain/read-scanned-code.ts';
import { failureText } from '../failure-text.ts';

export type Lookup =
  | { kind: 'idle' }
  | { kind: 'looking' }
  | { kind: 'foreign' }
  | { kind: 'unknown' }
  | { kind: 'unreachable'; text: string }
  | { kind: 'refused'; message: string };

/** From what was read or typed to the voucher, or why there is none. */
export function useVoucherLookup(onVoucher: (voucher: VoucherView) => void) {
  const [lookup, setLookup] = useState<Lookup>({ kind: 'idle' });

  async function look(text: string): Promise<void> {
    const scanned = readScannedCode(text);
    if (scanned.kind === 'foreign') {
      setLookup({ kind: 'foreign' });
      return;
    }
    setLookup({ kind: 'looking' });
    const code = scanned.kind === 'voucher' ? scanned.codeQrId : scanned.code;
    const outcome = await findVoucher(code, true);
    if (outcome.kind === 'ok') onVoucher(outcome.data);
    else if (outcome.kind === 'unreachable') setLookup({ kind: 'unreachable', text });
    else if (outcome.status === 404) setLookup({ kind: 'unknown' });
    else setLookup({ kind: 'refused', message: failureText(outcome) });
  }

  return { lookup, look, clear: () => setLookup({ kind: 'idle' }) };
}
