import { Check, Copy, Eye, EyeOff, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { canShareText, shareText } from '#src/client/device/files/save-or-share.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import type { VoucherId } from '#src/contract/brands.ts';
import { readOnlyLinkCalls } from '#src/extras/read-only-link/contract/calls.ts';
import { readOnlyLinkTexts as texts } from '#src/extras/read-only-link/texts/read-only-link-texts.ts';
import styles from './read-only-link.module.css';

/** Section below the purchases of a voucher. The holder creates a link for a person who looks after this money, or ends it. */
export function ShareReadOnlyLink({ codeQrUuid }: { codeQrUuid: VoucherId }) {
  const [address, setAddress] = useState('');
  const [said, setSaid] = useState<{ kind: 'done' | 'refused'; words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function change(which: 'make' | 'end') {
    setBusy(true);
    const body = { codeQrUuid };
    const outcome =
      which === 'make'
        ? await callServer(readOnlyLinkCalls.makeViewLink, { body })
        : await callServer(readOnlyLinkCalls.endViewLink, { body });
    setBusy(false);
    if (outcome.kind !== 'ok') {
      const words = outcome.kind === 'unreachable' ? commonTexts.noConnection : failureText(outcome);
      setSaid({ kind: 'refused', words });
      return;
    }
    const { data } = outcome;
    setAddress('key' in data ? `${location.origin}/mirar#${data.key}` : '');
    setSaid({ kind: 'done', words: 'key' in data ? texts.made : texts.ended });
  }

  return (
    <section className={styles.share} aria-labelledby="solo-mirar">
      <h3 id="solo-mirar">{texts.title}</h3>
      <p>{texts.lead}</p>
      {address !== '' && <LinkAddress key={address} address={address} />}
      <div role="status">
        {said !== null && <Notice kind={said.kind === 'refused' ? 'refused' : 'info'}>{said.words}</Notice>}
      </div>
      <div className="cluster-12">
        {address === '' && (
          <Button variant="secondary" icon={Eye} busy={isBusy} onClick={() => void change('make')}>
            {texts.make}
          </Button>
        )}
        <Button variant="text" icon={EyeOff} busy={isBusy} onClick={() => void change('end')}>
          {texts.end}
        </Button>
      </div>
    </section>
  );
}

/** The button that created the address is gone, so the field takes the focus with all its text selected. */
function LinkAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <>
      <input
        ref={field}
        className={styles.address}
        aria-label={texts.address}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="cluster-12">
        {canShareText() && (
          <Button icon={Share2} onClick={() => void shareText(`${texts.address}: ${address}`)}>
            {texts.share}
          </Button>
        )}
        <Button
          variant={canShareText() ? 'secondary' : 'primary'}
          icon={copied ? Check : Copy}
          onClick={() => {
            navigator.clipboard?.writeText(address).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
      </div>
    </>
  );
}
