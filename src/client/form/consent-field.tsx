import { Volume2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { speak } from '#src/client/device/voice/announce.ts';
import { entrancePages } from '#src/client/extra-entrance.ts';
import { consentTexts as texts, noticeText } from '#src/client/texts/customers/consent-texts.ts';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';

interface ConsentFieldProps {
  isGiven: boolean;
  onGiven: (isGiven: boolean) => void;
  /** The customers fill in the form themselves. */
  isOwn?: boolean;
  error?: string | undefined;
}

/** The privacy notice, as text and audio, and a consent box that is not ticked beforehand. */
export function ConsentField({ isGiven, onGiven, isOwn = false, error }: ConsentFieldProps) {
  return (
    <div className="stack-8">
      <p className="soft">{noticeText}</p>
      <div className="flow">
        <button type="button" className="link-button strong" onClick={() => void speak(() => ['notice'])}>
          <Icon of={Volume2} size={20} />
          {texts.hear}
        </button>
        {isOwn &&
          entrancePages.map(({ path, noticeLink }) =>
            noticeLink === undefined ? null : (
              <Link key={path} to={noticeLink.to} className="link-button strong">
                {noticeLink.text}
              </Link>
            ),
          )}
      </div>
      <CheckField
        label={isOwn ? texts.accept : texts.accepted}
        checked={isGiven}
        isWrong={error !== undefined}
        onChecked={onGiven}
      />
      {error !== undefined && (
        <p className="wrong strong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
