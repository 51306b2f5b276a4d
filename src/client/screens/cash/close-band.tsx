import { Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { dayTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import type { DayClose } from '#src/contract/cash/schemas.ts';

interface CloseBandProps {
  devices: DayClose['devices'];
  /** Reads the day again and never rejects: a failed read keeps the figures and shows an error above them. */
  onReread: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * While a device owes operations or is silent, the primary action is to wait: its delivery can change the
 * figures.
 */
export function CloseBand({ devices, onReread, onClose }: CloseBandProps) {
  const [readAt, setReadAt] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  async function reread(): Promise<void> {
    setReading(true);
    await onReread();
    setReading(false);
    setReadAt(Date.now());
  }
  if (devices.length === 0)
    return (
      <ActBand title={texts.allReported}>
        <Button variant="on-zocalo" size="money" icon={Lock} onClick={onClose}>
          {texts.close}
        </Button>
      </ActBand>
    );
  return (
    <ActBand
      title={texts.missing(devices.length)}
      note={readAt === null ? texts.mayChange : texts.mayChangeSince(timeText(readAt))}
    >
      <Button variant="on-zocalo-outline" size="money" onClick={onClose}>
        {texts.closeNow}
      </Button>
      <Button
        variant="on-zocalo"
        size="money"
        icon={RefreshCw}
        busy={isReading}
        busyText={texts.rereading}
        onClick={() => void reread()}
      >
        {texts.waitAndReread}
      </Button>
    </ActBand>
  );
}
