import { demoTexts } from '#src/client/texts/demo/demo-texts.ts';
import { demoSteps, isReachable } from '#src/domain/demo-facts.ts';
import { programTexts as program } from './program-texts.ts';
import { demoAccounts, demoPassword } from './stories.ts';

type Greeting = {
  /** Address on this machine. */
  here: string;
  /** Address in every QR. */
  publicUrl: string;
  /** The data is the small market's. */
  hasSteps: boolean;
};

/**
 * Returns the demo's printout: the four steps, each with its address and a line of English, and the
 * accounts.
 */
export function greetVisitor({ here, publicUrl, hasSteps }: Greeting): string {
  const { steps, lead, decide, comeInAs, lanCommand } = demoTexts;
  const step = (key: keyof typeof steps, at: number): string[] => [
    `  ${at + 1}. ${steps[key].name.padEnd(24)}${here}/demo/${demoSteps[key]}`,
    `     ${steps[key].main} ${steps[key].beside}`,
  ];
  const way = isReachable(publicUrl)
    ? program.onPhone(`${publicUrl}/demo`)
    : program.noPhone(lanCommand.join(' '));
  return [
    '',
    program.ready(hasSteps ? `${here}/demo` : here),
    '',
    ...(hasSteps
      ? [
          `  ${lead.main} ${lead.beside}`,
          '',
          ...(Object.keys(demoSteps) as (keyof typeof demoSteps)[]).flatMap(step),
          `     ${decide.main} ${decide.beside}`,
        ]
      : []),
    ...(hasSteps ? ['', `  ${way}`, ''] : []),
    `  ${comeInAs.main} / ${comeInAs.beside}:`,
    ...demoAccounts.map(([email, type]) => `     ${email.padEnd(24)}${type}`),
    `     ${program.password(demoPassword)}`,
    `     ${program.admin(`${here}/login/administrador`)}`,
    '',
    '',
  ].join('\n');
}
