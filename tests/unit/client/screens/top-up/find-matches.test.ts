import '#tests/support/browser/browser-globals.ts';
import { afterEach, expect, test } from 'vitest';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { CallFailure } from '#src/client/queries/call-failure.ts';
import { findMatches } from '#src/client/screens/top-up/customer/use-customer-search.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import { toAmount, toPoints } from '#src/protocol/brands.ts';
import {
  answers,
  answersCall,
  mockServerForSuite,
  refusesCall,
} from '#tests/support/server/contract-server.ts';

const server = mockServerForSuite();
afterEach(() => patchConnection({ link: 'online' }));

const luz = {
  _id: '24684521-0000-4000-8000-000000000000',
  email: 'luz@plaza.co',
  identificacion: '24684521',
  ownerName: 'luz marina ospina',
  phone: '',
  status: 'APROBADO',
  userType: 'USUARIO',
  visible: true,
  createAt: '2026-11-23T08:00:00.000Z',
} as const;
const kept = { _id: 'k', ownerName: 'luz kept', identificacion: '77' };
const commands = () =>
  Promise.resolve({ keptCustomers: () => Promise.resolve([kept]) } as unknown as Commands);

const page = {
  items: [{ ...luz, balance: toAmount(30_000), points: toPoints(0), vouchers: 1 }],
  nextCursor: 'more',
};
const here = { typed: 'luz', found: [{ customer: kept, isHere: true }], hasMore: false };

test('matches come from the server with their balances', async () => {
  server.use(answersCall(customerCalls.listCustomers, page));
  expect(await findMatches('luz', commands)).toMatchObject({
    found: [{ customer: { _id: luz._id }, isHere: false, balance: 30_000 }],
    hasMore: true,
  });
});

test.each([
  [
    'nobody is signed in',
    refusesCall(customerCalls.listCustomers, 401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }),
  ],
  ['a portal answers', answers('get', '/client/list', '<html>wifi</html>')],
])('where %s it comes from this kiosk', async (_why, handler) => {
  server.use(handler);
  expect(await findMatches('luz', commands)).toEqual(here);
});

test('a link known to be down is not tried', async () => {
  patchConnection({ link: 'offline' });
  expect(await findMatches('luz', commands)).toEqual(here);
});

test('a refusal is shown rather than treated as no match', async () => {
  const message = 'Espere un momento.';
  server.use(refusesCall(customerCalls.listCustomers, 429, { message, code: 'TOO_MANY_REQUESTS' }));
  await expect(findMatches('luz', commands)).rejects.toBeInstanceOf(CallFailure);
});
