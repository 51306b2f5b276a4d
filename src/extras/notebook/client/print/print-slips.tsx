import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import type { Paper } from '#src/client/device/print/paper.ts';
import { ListBody } from '#src/client/list/list-body.tsx';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { PaperCode, PaperFacts, PrintedPaper } from '#src/client/money/papers/printed-paper.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { userTypeTexts } from '#src/client/texts/accounts/login-texts.ts';
import { lastDayText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { SlipList } from '#src/extras/notebook/contract/schemas.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from '#src/client/money/papers/paper.module.css';

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
      <ListBody query={query} data={query.data} bare>
        {(printed) => (
          <PrintFrame
            heading={texts.slipsHeading}
            name={String(printed.slips.length)}
            copies={`slips:${id}:${printed.expiresAt}`}
            note={<Notice kind="info">{texts.slipsAgain}</Notice>}
            onBack={onBack}
          >
            {(paper) => (
              <div className={paper === 'A4' ? styles.cards : undefined}>
                {printed.slips.map((slip) => (
                  <Slip
                    key={slip.userName}
                    slip={slip}
                    until={printed.expiresAt}
                    paper={paper === 'A4' ? '80mm' : paper}
                  />
                ))}
              </div>
            )}
          </PrintFrame>
        )}
      </ListBody>
    </Overlay>
  );
}

interface SlipProps {
  slip: SlipList['slips'][number];
  until: string;
  paper: Paper;
}

/** The code is after the #, which browsers do not send to a server. */
function slipLink({ userName, userType, code }: SlipProps['slip']): string {
  const asked = new URLSearchParams({ usuario: userName, tipo: userType });
  return `${location.origin}/recuperar?${asked.toString()}#${code}`;
}

function Slip({ slip, until, paper }: SlipProps) {
  const { name, ownerName, userName, userType, code } = slip;
  return (
    <PrintedPaper paper={paper} heading={texts.slipTitle} owner={name}>
      <p>{[userTypeTexts[userType], ownerName !== name && ownerName].filter(Boolean).join(' · ')}</p>
      <PaperCode text={slipLink(slip)} label={texts.slipTitle} size="34mm" />
      <PaperFacts
        facts={[
          { name: texts.slipUser, value: userName },
          { name: texts.slipCode, value: code },
        ]}
      />
      <p>{texts.slipSteps(`${location.host}/recuperar`)}</p>
      <p className="strong">{texts.slipUntil(lastDayText(until))}</p>
    </PrintedPaper>
  );
}
