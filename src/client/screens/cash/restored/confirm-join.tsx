import { Plus } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newVoucherId } from '#src/client/commands/new-voucher-id.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { maxTyped } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { IssuedVoucher } from '#src/client/shared/voucher/issued-voucher.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { paperTexts as texts, restoredTexts } from '#src/client/texts/restored-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { maxJoined } from '#src/contract/limits.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import { shortCodeField, type Restore, type RestoredJoinCommand } from '#src/contract/restored/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { ConfirmFrame, useBack } from './confirm-frame.tsx';
import { useConfirmed } from './use-confirmed.ts';

/**
 * Confirms a join by the short codes that were joined. The result is a new voucher, which is printed here.
 */
export function ConfirmJoin({ restore }: { restore: Restore }) {
  const [typed, setTyped] = useState<readonly string[]>(['', '']);
  const [amount, setAmount] = useState(0);
  const [isTried, setTried] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<TopUpReceipt | null>(null);
  const back = useBack();
  if (made !== null) return <IssuedVoucher receipt={made} again={restoredTexts.back} onAgain={back} />;
  return (
    <ConfirmFrame
      kind="joins"
      restore={restore}
      note={texts.joinMayWait}
      yes={texts.joined}
      onYes={() => {
        setTried(true);
        const codes = writtenCodes(typed);
        if (codes)
          setAsked({ epoch: restore.epoch, codes, ...(amount === 0 ? {} : { monto: toAmount(amount) }) });
      }}
      dialog={asked !== null && <AskJoined asked={asked} onNo={() => setAsked(null)} onMade={setMade} />}
    >
      <CodeFields typed={typed} onTyped={setTyped} isTried={isTried} />
      <AmountField
        label={texts.joinAmount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        clearable
      />
    </ConfirmFrame>
  );
}

type Asked = Omit<RestoredJoinCommand, 'newUuid'>;

interface AskJoinedProps {
  asked: Asked;
  onNo: () => void;
  onMade: (receipt: TopUpReceipt) => void;
}

function AskJoined({ asked, onNo, onMade }: AskJoinedProps) {
  const [newUuid] = useState(newVoucherId);
  const onConfirmed = useConfirmed('joins');
  const staleAfter = useStaleAfter();
  return (
    <MoneyConfirm
      subject={`restored join ${asked.codes.join(' ')}`}
      body={{ ...asked, newUuid }}
      send={(opId, body) => callServer(restoredCalls.confirmJoin, { opId, body })}
      title={texts.askJoined(asked.codes.length)}
      no={texts.check}
      yes={texts.joined}
      onNo={onNo}
      onDone={(joined) => {
        if (joined.recarga === undefined) return onConfirmed(joined);
        void staleAfter('restore confirmed');
        return onMade(joined.recarga);
      }}
    >
      <p>{asked.codes.join(', ')}</p>
      <p>{texts.askJoinedNote}</p>
    </MoneyConfirm>
  );
}

interface CodeFieldsProps {
  typed: readonly string[];
  onTyped: (typed: readonly string[]) => void;
  isTried: boolean;
}

function CodeFields({ typed, onTyped, isTried }: CodeFieldsProps) {
  return (
    <>
      {typed.map((code, place) => (
        <Field
          // Fields are only appended, so an index is a stable key.
          key={texts.joinCode(place + 1)}
          label={texts.joinCode(place + 1)}
          hint={place === 0 ? texts.codeHint : undefined}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={19}
          value={code}
          error={isTried ? faultOf(typed, place) : undefined}
          onChange={(event) =>
            onTyped(typed.map((before, at) => (at === place ? event.target.value : before)))
          }
        />
      ))}
      {typed.length < maxJoined && (
        <div>
          <Button variant="text" icon={Plus} onClick={() => onTyped([...typed, ''])}>
            {texts.moreCodes}
          </Button>
        </div>
      )}
    </>
  );
}

function readCodes(typed: readonly string[]): (string | undefined)[] {
  return typed.map((code) => shortCodeField.safeParse(code).data);
}

/** Returns the codes, or null while a field shows an error. */
function writtenCodes(typed: readonly string[]): string[] | null {
  if (typed.some((_, place) => faultOf(typed, place) !== undefined)) return null;
  return readCodes(typed).filter((code) => code !== undefined);
}

/** The first two codes are required. A repeated code counts once. */
function faultOf(typed: readonly string[], place: number): string | undefined {
  const named = readCodes(typed);
  const isNeeded = place < 2 || typed[place]?.trim() !== '';
  if (named[place] === undefined) return isNeeded ? texts.codeWrong : undefined;
  return named.indexOf(named[place]) < place ? texts.joinTwice : undefined;
}
