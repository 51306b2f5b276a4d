import { Link } from 'react-router-dom';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { useDeviceFacts, useRecovery } from '#src/client/local/live/live-device.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { recoveryTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';

/**
 * Operations restored from the second copy after this browser lost its database, shown until the person
 * dismisses it.
 */
export function RecoveryNotice() {
  const loadCommands = useCommands();
  const facts = useDeviceFacts();
  const recovery = useRecovery();
  if (facts === undefined || recovery === null) return null;
  const { count, damaged } = recovery;
  const needsEnrolment = facts.state === 'none' && count > 0;
  return (
    <Notice kind={damaged > 0 ? 'refused' : 'info'}>
      <div className="stack-4">
        <p className="bold">{texts.title}</p>
        <p>{count > 0 ? texts.cameBack(count) : texts.nothingCameBack}</p>
        {damaged > 0 && <p>{texts.damaged(damaged)}</p>}
        {needsEnrolment && <p>{texts.enrolFirst}</p>}
        <p className="cluster">
          {needsEnrolment && (
            <Link className={buttonClass({ size: 'row' })} to="/dashboard/dispositivos">
              {texts.enrol}
            </Link>
          )}
          <Button
            variant="secondary"
            size="row"
            onClick={() =>
              void loadCommands()
                .then((commands) => commands.markRecoverySeen())
                .catch(reportDiskFault)
            }
          >
            {texts.seen}
          </Button>
        </p>
      </div>
    </Notice>
  );
}
