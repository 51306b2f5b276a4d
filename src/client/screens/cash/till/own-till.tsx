import { HandCoins, Hourglass, Lock, OctagonX, Printer, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useOperations } from '#src/client/local/live/live-outbox.ts';
import { useOwnHandOvers } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { AwayStrip } from '#src/client/shared/own-day/away-strip.tsx';
import { TillBadge, TillMeter } from '#src/client/shared/till/till-meter.tsx';
import { type TillLevel, tillStateOf } from '#src/client/shared/till/till-state.ts';
import { type OwnTill as Known, useOwnTill } from '#src/client/shared/till/use-own-till.ts';
import { tillTexts } from '#src/client/texts/cash/cash-texts.ts';
import { handOverTexts as texts, tillMeterTexts } from '#src/client/texts/cash/hand-over-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { handOverCalls } from '#src/contract/cash/hand-over-calls.ts';
import type { HandOver } from '#src/contract/cash/till-hand-over.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { formatAmount } from '#src/domain/money.ts';
import { handOverCodeOf } from '#src/domain/operations/cash/till-hand-over.ts';
import { HandOverPaper, type Slip } from '../hand-over/hand-over-slip.tsx';
import { handOverStageOf } from '../hand-over/hand-over-stage.ts';
import { OwnHandOvers } from '../hand-over/own-hand-overs.tsx';
import { TopUpList } from '../top-up-list.tsx';
import styles from './own-till.module.css';

interface OwnTillProps {
  userId: string;
  isLimited: boolean;
}

/** The point's own till: its cash and ceiling, what is on its way, and the hand-over. */
export function OwnTill({ userId, isLimited }: OwnTillProps) {
  const till = useOwnTill(userId, isLimited);
  const [slip, setSlip] = useState<Slip | null>(null);
  const isOnline = !isLimited && till.facts !== undefined;
  const handOvers = useOwnHandOvers(isOnline);
  if (slip !== null) return <HandOverPaper slip={slip} onBack={() => setSlip(null)} />;
  const open = isOnline ? (handOvers.data?.items.filter(({ state }) => state === 'IN_TRANSIT') ?? []) : [];
  return (
    <>
      <AwayStrip />
      <div className={styles.columns}>
        <div className={styles.main}>
          {open.map((handOver) => (
            <OnItsWay key={handOver._id} handOver={handOver} onPrint={setSlip} />
          ))}
          <Unanswered userId={userId} onPrint={setSlip} />
          <Level till={till} />
        </div>
        {isOnline && <OwnHandOvers handOvers={handOvers.data?.items ?? []} />}
      </div>
      {!isLimited && <TopUpList userId={userId} isPoint />}
    </>
  );
}

function Level({ till }: { till: Known }) {
  const { level, facts, query } = till;
  if (level === null && query.data === undefined && query.isLoading)
    return (
      <ListBody query={query} data={query.data} skeletonRows={3} bare>
        {() => null}
      </ListBody>
    );
  return (
    <>
      {level === null ? (
        <Notice kind="info">{tillMeterTexts.notKnown}</Notice>
      ) : (
        <LevelPanel level={level} facts={facts} />
      )}
      <div className={styles.actions}>
        <Link
          to="?entregar=1"
          className={buttonClass({ variant: 'primary', size: 'money', wide: true })}
          aria-disabled={level !== null && level.inTill <= 0}
        >
          <Icon of={HandCoins} size={28} />
          <span>{texts.go}</span>
        </Link>
        <Link to="?entregar=todo" className={buttonClass({ variant: 'secondary', wide: true })}>
          <Icon of={Lock} />
          <span>{texts.all}</span>
        </Link>
      </div>
    </>
  );
}

function LevelPanel({ level, facts }: { level: TillLevel; facts: Till | undefined }) {
  const { room } = tillStateOf(level);
  return (
    <Panel className={styles.level}>
      <div className={styles.head}>
        <h2>{tillMeterTexts.holds}</h2>
        <TillBadge level={level} />
      </div>
      <p className={styles.amount}>{amountText(level.inTill)}</p>
      <TillMeter level={level} />
      {level.inTransit > 0 && (
        <ul className={styles.legend}>
          <li>
            <span className={styles.solid} aria-hidden />
            {tillMeterTexts.inTill}
            <b>{amountText(level.inTill)}</b>
          </li>
          <li>
            <span className={styles.hatched} aria-hidden />
            {tillMeterTexts.inTransit}
            <b>{amountText(level.inTransit)}</b>
          </li>
        </ul>
      )}
      <p>
        <b>{tillMeterTexts.may(amountText(level.ceiling))}</b>
        <br />
        {tillMeterTexts.room(amountText(room))}
      </p>
      {facts !== undefined && <FactList facts={factsOf(facts)} />}
    </Panel>
  );
}

function factsOf({ topUps, topUpVoids, floats, lastHandOverAt }: Till) {
  const toppedUp = ({ total, count }: Till['topUps']): string =>
    tillTexts.toppedUpValue(amountText(total), formatAmount(count));
  return [
    { name: texts.toppedUp, value: toppedUp(topUps) },
    ...(topUpVoids.count === 0 ? [] : [{ name: tillTexts.undone, value: toppedUp(topUpVoids) }]),
    ...(floats.count === 0 ? [] : [{ name: tillTexts.float, value: amountText(floats.total) }]),
    ...(lastHandOverAt === null ? [] : [{ name: texts.last, value: dateTimeText(lastHandOverAt) }]),
  ];
}

interface OnItsWayProps {
  handOver: HandOver;
  onPrint: (slip: Slip) => void;
}

function OnItsWay({ handOver, onPrint }: OnItsWayProps) {
  const [isAsked, setAsked] = useState(false);
  const staleAfter = useStaleAfter();
  const { _id: id, code, monto, pieces, createAt } = handOver;
  const amount = amountText(monto);
  return (
    <Panel state="pending" className={styles.way}>
      <h2>
        <Icon of={Hourglass} size={28} />
        {texts.onItsWay(amount)}
      </h2>
      <p>{texts.counts(code, dateTimeText(createAt))}</p>
      <div className={styles.pair}>
        <Button
          variant="secondary"
          icon={Printer}
          onClick={() => onPrint({ code, monto, pieces, createAt, received: null })}
        >
          {texts.print}
        </Button>
        <Button variant="danger" icon={Undo2} onClick={() => setAsked(true)}>
          {texts.notHanded}
        </Button>
      </div>
      {isAsked && (
        <MoneyConfirm
          subject={`hand-over-void ${id}`}
          send={(opId, body) => callServer(handOverCalls.takeBackHandOver, { opId, body })}
          body={{ id }}
          title={texts.askBack(amount)}
          no={texts.no}
          yes={texts.yes(amount)}
          onNo={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            showToast('success', texts.takenBack(amount));
            void staleAfter('cash handed over');
          }}
        >
          <p>{texts.askBackNote}</p>
        </MoneyConfirm>
      )}
    </Panel>
  );
}

type Declared = Operation & { envelope: Extract<Operation['envelope'], { kind: 'till-hand-over' }> };

/** Hand-overs declared on this device that are refused or have no answer. */
function Unanswered({ userId, onPrint }: { userId: string; onPrint: (slip: Slip) => void }) {
  const loadCommands = useCommands();
  const own = useOperations()?.filter(
    (operation): operation is Declared =>
      operation.envelope?.kind === 'till-hand-over' && operation.envelope.operatorId === userId,
  );
  useReadAgainOnceAnswered(own?.filter(isWaiting).length);
  return own?.map((operation) => {
    const { envelope, status } = operation;
    const { opId, payload, occurredAt } = envelope;
    const stage = handOverStageOf(operation);
    const amount = amountText(payload.monto);
    const slip = {
      code: handOverCodeOf(opId),
      monto: payload.monto,
      pieces: payload.pieces ?? [],
      createAt: occurredAt,
      received: null,
    };
    if (stage === 'recorded' || (stage === 'refused' && status.seen)) return null;
    if (stage === 'refused')
      return (
        <Panel key={opId} state="refused" className={styles.way} role="alert">
          <h2>
            <Icon of={OctagonX} size={28} />
            {texts.refusedTitle(amount)}
          </h2>
          <p>
            {status.message} {texts.refusedNote}
          </p>
          <div>
            <Button
              variant="secondary"
              onClick={() => void loadCommands().then((commands) => commands.markRefusalSeen(opId))}
            >
              {texts.seen}
            </Button>
          </div>
        </Panel>
      );
    return (
      <Panel key={opId} state="pending" className={styles.way}>
        <h2>
          <Icon of={Hourglass} size={28} />
          {texts.onItsWay(amount)}
        </h2>
        <p>
          {texts.counts(slip.code, dateTimeText(occurredAt))} {texts.waitsForLink}
        </p>
        <div>
          <Button variant="secondary" icon={Printer} onClick={() => onPrint(slip)}>
            {texts.print}
          </Button>
        </div>
      </Panel>
    );
  });
}

function isWaiting(operation: Operation): boolean {
  return handOverStageOf(operation) === 'waiting';
}

/**
 * An answered hand-over leaves this device's outbox. Until the server's lists are read again it would be in
 * neither place, and its cash would still count in the till. Answers that arrived before this page was
 * mounted go unseen, so the first count reads the lists as well. `waiting` is undefined until it has been
 * read.
 */
function useReadAgainOnceAnswered(waiting: number | undefined): void {
  const staleAfter = useStaleAfter();
  const before = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (waiting === undefined) return;
    const isAnswered = waiting < before.current;
    before.current = waiting;
    if (isAnswered) void staleAfter('cash handed over');
  }, [waiting, staleAfter]);
}
