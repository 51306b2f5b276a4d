import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { MonthOfSales, SalesCertificate } from '#src/extras/certificate/domain/sales-certificate.ts';
import { certificateTexts as texts } from '#src/extras/certificate/texts/certificate-texts.ts';
import { instantText, periodName, untilText } from './certificate-words.ts';
import styles from './certificate-figures.module.css';

/** Shows the signed contents of a certificate, the same on paper and on the page that verifies it. */
export function CertificateFigures({ certificate }: { certificate: SalesCertificate }) {
  const { stallName, ownerName, marketName, marketCode, months, daysSold, issuedAt } = certificate;
  const sum = (of: (month: MonthOfSales) => number): number => months.reduce((all, one) => all + of(one), 0);
  const until = untilText(certificate);
  return (
    <div className={styles.figures}>
      <p className={styles.period}>{periodName(certificate)}</p>
      <p>{texts.of(personName(ownerName), stallName)}</p>
      <p>{texts.market(marketName, marketCode)}</p>
      {until !== null && <p>{texts.until(until)}</p>}
      <div className={styles.sum}>
        <p>{texts.sold}</p>
        <p className={styles.big}>{amountText(sum(({ sold, voided }) => sold - voided))}</p>
        <p>
          {texts.soldNote(
            sum(({ count }) => count),
            daysSold,
          )}
        </p>
      </div>
      {months.length === 0 ? <p>{texts.none}</p> : <Months months={months} sum={sum} />}
      <p>{texts.issued(instantText(issuedAt))}</p>
    </div>
  );
}

interface MonthsProps {
  months: readonly MonthOfSales[];
  sum: (of: (month: MonthOfSales) => number) => number;
}

function Months({ months, sum }: MonthsProps) {
  const cells = [
    ['sold', texts.soldHead],
    ['voided', texts.voidedHead],
    ['deducted', texts.deductedHead],
    ['paid', texts.paidHead],
  ] as const;
  return (
    <table className={styles.months}>
      <caption>{texts.table}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.monthHead}</th>
          <th scope="col">{texts.salesHead}</th>
          {cells.map(([of, head]) => (
            <th key={of} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{texts.months[month.month - 1]}</th>
            <td data-head={texts.salesHead}>{formatAmount(month.count)}</td>
            {cells.map(([of, head]) => (
              <td key={of} data-head={head}>
                {amountText(month[of])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.total}</th>
          <td data-head={texts.salesHead}>{formatAmount(sum(({ count }) => count))}</td>
          {cells.map(([of, head]) => (
            <td key={of} data-head={head}>
              {amountText(sum((month) => month[of]))}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
