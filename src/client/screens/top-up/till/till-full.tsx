import { HandCoins, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { TillMeter } from '#src/client/shared/till/till-meter.tsx';
import type { TillLevel } from '#src/client/shared/till/till-state.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { tillFullTexts } from '#src/client/texts/cash/hand-over-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { typedMarketCodeField } from '#src/contract/markets/market-code.ts';
import type { FormRoom } from '../use-till-room.ts';
import styles from './till.module.css';

interface TillFullProps {
  room: FormRoom;
  level: TillLevel;
  /** Smallest unit shown. */
  amount: number;
}

/**
 * The top-up exceeds the till's ceiling and the customer has not paid yet: hand over cash, or use a market
 * code for this one.
 */
export function TillFull({ room, level, amount }: TillFullProps) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const held = level.inTill + level.inTransit;
  return (
    <>
      <ResultScreen
        kind="refused"
        verdict={tillFullTexts.verdict}
        message={
          <p>
            {tillFullTexts.would(amountText(held + amount))} {tillFullTexts.may(amountText(level.ceiling))}
          </p>
        }
        notes={
          <div className={styles.full}>
            <TillMeter level={level} isFull />
          </div>
        }
        facts={[
          { name: tillFullTexts.holds, value: amountText(held) },
          { name: tillFullTexts.room, value: amountText(room.left) },
          { name: tillFullTexts.topUp, value: amountText(amount) },
        ]}
        actions={
          <>
            <p>{tillFullTexts.nothingPaid}</p>
            <Button
              size="money"
              wide
              icon={HandCoins}
              onClick={() => void navigate('/dashboard/caja?entregar=1')}
            >
              {tillFullTexts.handOver}
            </Button>
            <Button variant="secondary" wide icon={KeyRound} onClick={() => setAsking(true)}>
              {tillFullTexts.code}
            </Button>
            <Button variant="text" wide onClick={room.close}>
              {tillFullTexts.other}
            </Button>
          </>
        }
      />
      {isAsking && <AskCode onCode={room.useCode} onNo={() => setAsking(false)} />}
    </>
  );
}

function AskCode({ onCode, onNo }: { onCode: (code: string) => void; onNo: () => void }) {
  const isAway = useConnection().link === 'offline';
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const read = typedMarketCodeField.safeParse(code);
  return (
    <ConfirmDialog
      title={tillFullTexts.code}
      no={commonTexts.close}
      yes={tillFullTexts.codeGo}
      disabled={isAway}
      onNo={onNo}
      onYes={() => {
        setTried(true);
        if (read.success && read.data !== '') onCode(read.data);
      }}
    >
      {isAway && <Notice kind="pending">{tillFullTexts.codeNeedsLink}</Notice>}
      <Field
        label={tillFullTexts.codeLabel}
        hint={tillFullTexts.codeHint}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        error={isTried && !read.success ? tillFullTexts.codeNeeded : undefined}
        onChange={(event) => setCode(event.target.value)}
        data-safe
      />
    </ConfirmDialog>
  );
}
