import { expect, test } from 'vitest';
import { faultsOf, type FormField } from '#src/client/form/fields.tsx';
import { customerCommandSchema } from '#src/contract/customers/schemas.ts';
import { rewardEditSchema } from '#src/contract/points/schemas.ts';

const customer = { ownerName: '', identificacion: '', phone: '', email: '' };
const fields: FormField<typeof customer>[] = [
  { kind: 'text', name: 'ownerName', label: '', wrong: 'name' },
  { kind: 'fold', title: '', fields: [{ kind: 'text', name: 'phone', label: '', wrong: 'phone' }] },
  { kind: 'text', name: 'email', label: '' },
  { kind: 'whole', fault: undefined },
];
const faults = (given: Partial<typeof customer>) =>
  faultsOf(fields, { ...customer, ...given }, customerCommandSchema);

test('a field is wrong when the contract refuses it, and an empty one when the contract requires it', () => {
  expect(faults({})).toEqual({ ownerName: 'name' });
  expect(faults({ ownerName: '  ', phone: '310' })).toEqual({ ownerName: 'name', phone: 'phone' });
  expect(faults({ ownerName: 'Rosa', phone: ' 3105550147 ', email: 'no' })).toEqual({});
});

test('an amount of 0 is missing, and any other fault is its own', () => {
  const amount = { pointsCost: 0 };
  const cost: FormField<typeof amount> = { kind: 'amount', name: 'pointsCost', label: '', wrong: 'cost' };
  expect(faultsOf([cost], amount, rewardEditSchema)).toEqual({ pointsCost: 'cost' });
  expect(faultsOf([cost], { pointsCost: 5 }, rewardEditSchema)).toEqual({});
  expect(faultsOf([{ ...cost, fault: 'own' }], { pointsCost: 5 }, rewardEditSchema)).toEqual({
    pointsCost: 'own',
  });
});
