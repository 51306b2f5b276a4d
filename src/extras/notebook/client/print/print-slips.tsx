import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { userTypeTexts } from '#src/client/texts/accounts/login-texts.ts';
import { lastDayText } from '#src/client/texts/written/dates.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { SlipList } from '#src/extras/notebook/contract/schemas.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import paperStyles from '#src/client/money/papers/paper.module.css';
import styles from './print.module.css';

/** New codes are made each time this page opens and are never stored: a person with a code can choose the password. */
export function PrintSlips({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery({
    queryKey: ['slips', id],
    queryFn: async () => unwrap(await callServer(sheetCalls.makeSlips, { body: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 0,
    refetchOnMount: 'always',
  });
  return (
    <Overlay label={texts.slipsHeading} onClose={onBack}>
      {query.data === undefined && query.error === null && <Loading />}
      {query.error !== null && <QueryProblem error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <PrintFrame
          heading={texts.slipsHeading}
          name={String(query.data.slips.length)}
          copies={`slips:${id}:${query.data.expiresAt}`}
          onBack={onBack}
        >
          {(paper) => (
            <>
              <div className={styles.unprinted}>
                <Notice kind="info">{texts.slipsAgain}</Notice>
              </div>
              <div className={paper === 'A4' ? styles.sheet : undefined}>
                {query.data.slips.map((slip) => (
                  <Slip
                    key={slip.userName}
                    slip={slip}
                    until={query.data.expiresAt}
                    paper={
                      paper === 'A4'
                        ? styles.card
                        : `${paperStyles.roll} ${paper === '58mm' ? paperStyles.narrow : paperStyles.wide}`
                    }
                  />
                ))}
              </div>
            </>
          )}
        </PrintFrame>
      )}
    </Overlay>
  );
}

interface SlipProps {
  slip: SlipList['slips'][number];
  until: string;
  paper: string | undefined;
}

/** The code is after the #, which browsers do not send to a server. */
function slipLink({ userName, userType, code }: SlipProps['slip']): string {
  const asked = new URLSearchParams({ usuario: userName, tipo: userType });
  return `${location.origin}/recuperar?${asked.toString()}#${code}`;
}

function Slip({ slip, until, paper }: SlipProps) {
  const { name, ownerName, userName, userType, code } = slip;
  return (
    <article className={`${paper ?? ''} ${styles.slip}`}>
      <header className={styles.brand}>
        <Wordmark size={24} tone="ink" />
      </header>
      <h2 className={styles.title}>{texts.slipTitle}</h2>
      <p className={styles.name}>{name}</p>
      <p>{[userTypeTexts[userType], ownerName !== name && ownerName].filter(Boolean).join(' · ')}</p>
      <QrCode text={slipLink(slip)} label={texts.slipTitle} size="34mm" className={styles.code} />
      <dl className={styles.facts}>
        <dt>{texts.slipUser}</dt>
        <dd>{userName}</dd>
        <dt>{texts.slipCode}</dt>
        <dd>{code}</dd>
      </dl>
      <p>{texts.slipSteps(`${location.host}/recuperar`)}</p>
      <p className="strong">{texts.slipUntil(lastDayText(until))}</p>
    </article>
  );
}
