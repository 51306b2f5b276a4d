import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

/** Files with a numeric input that holds no money, and what it holds. */
const otherNumbers: Record<string, string> = {
  'src/client/screens/cash/count/count-entry.tsx': 'pieces of a note',
  'src/client/screens/cash/till/counted-field.tsx': 'pieces of a note',
  'src/client/screens/cash/day-section.tsx': 'a date',
  'src/client/list/period/period-picker.tsx': 'dates',
  'src/client/form/document-field.tsx': 'an identification',
  'src/client/form/fields.tsx': 'counts',
  'src/client/screens/devices/enrol-form.tsx': 'a PIN',
  'src/client/screens/register/first-use-screen.tsx': 'a phone',
  'src/client/screens/register/register-screen.tsx': 'a phone',
  'src/extras/payouts/client/payment/own-way.tsx': 'a bank account',
};

const numeric = /type="number"|inputMode[=:] ?(?:['"]|\{[^}]*')(?:numeric|decimal)|react-number-format/;

it('asks for money in the one amount field alone', () => {
  const asking = filesUnder('src', /\.tsx$/).filter((path) => numeric.test(readFileSync(path, 'utf8')));
  expect(asking.filter((path) => !Object.hasOwn(otherNumbers, path))).toEqual([
    'src/client/ui/fields/amount-field.tsx',
  ]);
});
