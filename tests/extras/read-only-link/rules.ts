import { randomUUID } from 'node:crypto';
import { open, type Rule } from '#tests/matrix/rule.ts';

export const readOnlyLinkRules: Record<string, Rule> = {
  'POST /code-qr/view': { ...open('/code-qr/view', 404), body: () => ({ codeQrUuid: randomUUID() }) },
  'POST /code-qr/view/end': { ...open('/code-qr/view/end'), body: () => ({ codeQrUuid: randomUUID() }) },
  'GET /code-qr/view/{key}': open('/code-qr/view/nobody-made-it', 404),
};
