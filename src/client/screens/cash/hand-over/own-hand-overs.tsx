import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { handOverTexts as texts } from '#src/client/texts/cash/hand-over-texts.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { HandOver } from '#src/contract/cash/till-hand-over.ts';
import styles from './own-hand-overs.module.css';

/** Earlier hand-overs with their outcomes, newest first. */
export function OwnHandOvers({ handOvers }: { handOvers: readonly HandOver[] }) {
  const settled = handOvers.filter(({ state }) => state !== 'IN_TRANSIT');
  return (
    <Panel className={styles.panel} aria-labelledby="sus-entregas">
      <h2 id="sus-entregas">{texts.own}</h2>
      {settled.length === 0 && (
        <p className="soft">
          <b>{texts.ownNoneTitle}</b>
          <br />
          {texts.ownNone}
        </p>
      )}
      <ul>
        {settled.map((handOver) => (
          <li key={handOver._id}>
            <div>
              <b>{amountText(handOver.monto)}</b>
              <p>{noteOf(handOver)}</p>
            </div>
            <Outcome handOver={handOver} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function noteOf({ code, createAt, received }: HandOver): string {
  if (received === null) return `${code}, ${dateTimeText(createAt)}`;
  const note = texts.receivedBy(dateTimeText(received.createAt), personName(received.byName));
  return received.answers === null ? note : `${note} · ${texts.answers[received.answers]}`;
}

function Outcome({ handOver: { received } }: { handOver: HandOver }) {
  if (received === null) return <Badge kind="undone">{texts.retired}</Badge>;
  const { difference } = received;
  if (difference === 0) return <Badge kind="paid">{texts.received}</Badge>;
  return difference < 0 ? (
    <Badge kind="refused">{texts.short(amountText(0 - difference))}</Badge>
  ) : (
    <Badge kind="warning">{texts.over(amountText(difference))}</Badge>
  );
}
