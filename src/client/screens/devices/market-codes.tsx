import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { marketCodeTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { marketCalls } from '#src/contract/markets/calls.ts';
import type { MarketCode, MarketCodePurpose } from '#src/contract/markets/market-code.ts';
import styles from './devices.module.css';

/** A code for a top-up is made where the tills are: it is for one of them. */
type DevicePurpose = Exclude<MarketCodePurpose, 'top-up'>;
const devicePurposes = Object.keys({
  'enrol-stall': true,
  'enrol-top-up': true,
  reissue: true,
} satisfies Record<DevicePurpose, true>) as DevicePurpose[];

/** One-time codes: somebody may then enrol one device, or replace one paper, without waiting for the market. */
export function MarketCodes() {
  const [shown, setShown] = useState<{ made: MarketCode; purpose: DevicePurpose } | null>(null);
  const make = useMutation({
    mutationFn: async (purpose: DevicePurpose) => ({
      made: unwrap(await callServer(marketCalls.makeMarketCode, { body: { purpose } })),
      purpose,
    }),
    onSuccess: setShown,
  });
  return (
    <Panel className={styles.panel} aria-labelledby="codigos-de-un-uso">
      <h2 id="codigos-de-un-uso">{texts.title}</h2>
      <p>{texts.note}</p>
      <div className={styles.pair}>
        {devicePurposes.map((purpose) => (
          <Button
            key={purpose}
            variant="secondary"
            busy={make.isPending && make.variables === purpose}
            onClick={() => make.mutate(purpose)}
          >
            {texts.make[purpose]}
          </Button>
        ))}
      </div>
      <FailureNotice error={make.error} />
      {shown !== null && <CodeDialog {...shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}

interface CodeDialogProps {
  made: MarketCode;
  purpose: DevicePurpose;
  onClose: () => void;
}

function CodeDialog({ made, purpose, onClose }: CodeDialogProps) {
  const { link, code, expiresAt } = made;
  return (
    <ReadDialog title={texts.make[purpose]} onClose={onClose} actions={null}>
      <p className={styles.code}>{code}</p>
      {link !== null && <QrCode text={link} label={texts.qr} size="min(100%, 280px)" className={styles.qr} />}
      <p>{texts.how[purpose]}</p>
      <p>{texts.until(timeText(expiresAt))}</p>
    </ReadDialog>
  );
}
