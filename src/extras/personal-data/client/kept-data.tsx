import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import type { KeptPart } from '#src/client/shared/extra.ts';
import { personName } from '#src/client/shared/names.ts';
import { decisionTexts } from '#src/client/texts/reports/audit-texts.ts';
import { personalDataTexts as texts } from '../texts/personal-data-texts.ts';
import type { PersonalData } from '../contract/schemas.ts';
import styles from './personal-data.module.css';

/** All that is kept, to be read and printed. */
export function KeptData({ data, parts }: { data: PersonalData; parts: readonly KeptPart[] }) {
  const { person, marketName } = data;
  const facts = [personName(person.ownerName), person.identificacion, person.phone, person.email];
  const part = (row: { createAt: string; marketName: string }) =>
    `${dateTimeText(row.createAt)} · ${row.marketName}`;
  return (
    <article className={styles.kept}>
      <p>
        {texts.madeAt(dateTimeText(data.madeAt))} {marketName !== '' && texts.ownPart(marketName)}
      </p>
      <Lines
        title={texts.person}
        lines={[...facts.filter((fact) => fact !== ''), dateTimeText(person.createAt)]}
      />
      <Lines
        title={texts.consent}
        lines={data.consents.map(
          ({ how, createAt, operator, marketName: place, notice }) =>
            `${texts.consentOf(how, dateTimeText(createAt))} · ${texts.heardBy(personName(operator), place)} · ${texts.words(notice)}`,
        )}
      />
      <Lines
        title={texts.vouchers}
        lines={data.vouchers.map(
          (row) => `${part(row)} · ${row.shortCode} · ${amountText(row.balance)} / ${amountText(row.face)}`,
        )}
      />
      <Lines
        title={texts.topUps}
        lines={data.topUps.map(
          (row) => `${part(row)} · ${personName(row.place)} · ${amountText(row.amount)}`,
        )}
      />
      <Lines
        title={texts.purchases}
        lines={data.purchases.map(
          (row) => `${part(row)} · ${row.place} · ${row.code} · ${amountText(row.amount)}`,
        )}
      />
      <Lines
        title={texts.refunds}
        lines={data.refunds.map((row) => `${part(row)} · ${row.code} · ${amountText(row.amount)}`)}
      />
      {parts.map(({ title, lines }) => (
        <Lines key={title} title={title} lines={lines(data)} />
      ))}
      <Lines title={texts.points} lines={data.points.map((row) => `${part(row)} · ${row.points}`)} />
      <Lines
        title={texts.decisions}
        lines={data.decisions.map(
          (row) => `${part(row)} · ${decisionTexts[row.kind]} · ${personName(row.actorName)}`,
        )}
      />
    </article>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul>
          {lines.map((line, place) => (
            <li key={place}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
