import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { noticeText } from '#src/client/texts/customers/consent-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { toMarketCode } from '#src/protocol/brands.ts';
import { personalDataCalls } from '../contract/calls.ts';
import type { DataPolicy } from '../contract/schemas.ts';
import { dataPolicyTexts as texts } from '../texts/data-policy-texts.ts';

/** A market's data policy, for every visitor; without a market, the default text. */
export function DataPolicyScreen() {
  const code = useParams()['code'];
  return (
    <Entrance narrow={false}>
      {code === undefined ? <Policy policy={null} /> : <PolicyOf code={code} />}
    </Entrance>
  );
}

function PolicyOf({ code }: { code: string }) {
  const market = toMarketCode(code.toUpperCase());
  const [outcome, setOutcome] = useState<CallAnswer<DataPolicy> | null>(null);
  useEffect(() => {
    let live = true;
    void callServer(personalDataCalls.readDataPolicy, { params: { code: market } }).then(
      (read) => live && setOutcome(read),
    );
    return () => {
      live = false;
    };
  }, [market]);
  if (outcome === null) return <Loading />;
  if (outcome.kind === 'ok') return <Policy policy={outcome.data} />;
  // If the market's own text cannot be read, the default text applies.
  return (
    <>
      <Notice kind="refused">
        {outcome.kind === 'unreachable' ? commonTexts.noConnection : failureText(outcome)}
      </Notice>
      <Policy policy={null} />
    </>
  );
}

function Policy({ policy }: { policy: DataPolicy | null }) {
  const paragraphs = policy === null || policy.text === '' ? texts.usual : policy.text.split(/\n+/);
  return (
    <article className="stack breaks">
      <h1>{policy === null ? texts.title : texts.of(policy.marketName)}</h1>
      {paragraphs.map((paragraph, place) => (
        <p key={place}>{paragraph}</p>
      ))}
      {policy !== null && policy.years > 0 && <p>{texts.years(policy.years)}</p>}
      <h2>{texts.notice}</h2>
      <p>«{noticeText}»</p>
      <h2>{texts.contact}</h2>
      <p>{policy === null || policy.contact === '' ? texts.noContact : policy.contact}</p>
    </article>
  );
}
