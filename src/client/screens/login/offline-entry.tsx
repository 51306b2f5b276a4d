import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useOperators } from '#src/client/local/live-device.ts';
import { maxPinAttempts } from '#src/client/local/operators.ts';
import { offlineTexts as texts } from '#src/client/texts/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { PinDialog } from './pin-dialog.tsx';

/** Where the device has operators: the way in without a link. */
export function OfflineEntry({ onOpened }: { onOpened: () => void }) {
  const operators = useOperators()?.filter(({ pin, isActive }) => pin !== null && isActive) ?? [];
  const [isOpen, setOpen] = useState(false);
  if (operators.length === 0) return null;
  const areAllLocked = operators.every(({ attempts }) => attempts >= maxPinAttempts);
  return (
    <>
      <Button variant="secondary" wide icon={KeyRound} disabled={areAllLocked} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <PinDialog operators={operators} onClose={() => setOpen(false)} onOpened={onOpened} />}
    </>
  );
}
