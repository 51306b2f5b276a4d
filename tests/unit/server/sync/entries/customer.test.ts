import { describe, expect, it } from 'vitest';
import { canonicalHash } from '#src/domain/device/canonical-hash.ts';
import type { EntryFacts } from '#src/server/sync/entries/context.ts';
import { recordOfflineCustomer } from '#src/server/sync/entries/customer.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  vouched,
  vouchedAtPoint,
  yamid,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const luz = { ownerName: 'Luz', identificacion: '52123456' };
const clientId = 'cccccccc-0000-4000-8000-000000000001';
const newId = 'aaaaaaaa-0000-4000-8000-000000000101';
const envelope = entryOf('customer', { clientId, dataHash: canonicalHash(luz) });
const of = (id: string, own: object = {}) => ({ id, createdAt: new Date(entryAt - 5), ...luz, ...own });
const shown = (id: string) => ({
  opId: envelope.opId,
  state: 'accepted',
  customer: { _id: id, ...luz, createAt: envelope.occurredAt },
});

async function register(
  tx: Partial<SyncTransaction> = {},
  registration: typeof luz | null = luz,
  facts: Partial<EntryFacts> = {},
) {
  const { context, written } = entryContext(tx);
  const result = await recordOfflineCustomer(
    context,
    envelope,
    { ...vouchedAtPoint, ...facts },
    registration,
  );
  return { result, written };
}
const known = (customer: object | null) => () => Promise.resolve(customer as never);
const receipt = {
  verb: 'insertReceipt',
  given: [{ opId: envelope.opId, bodyHash: envelope.hash, refusal: null, answer: { clientId } }, now],
};
const refusedFor = (refusal: string) => ({
  verb: 'insertReceipt',
  given: [{ opId: envelope.opId, bodyHash: envelope.hash, refusal, answer: {} }, now],
});
const inserted = (mergedInto: string | null, own: object = {}) => ({
  verb: 'insertCustomer',
  given: [{ id: clientId, createdAt: now, ...luz, ...own }, mergedInto],
});

describe('a customer registered offline', () => {
  it('is registered', async () => {
    const { result, written } = await register();
    expect(result).toEqual(shown(clientId));
    expect(written).toEqual([inserted(null), receipt]);
  });

  it('has consented when the envelope records it, with its time and operator; an older one records nothing', async () => {
    const { context, written } = entryContext({ findCustomer: known(of('other')) });
    const asked = entryOf('customer', { clientId, dataHash: canonicalHash(luz), notice: '2026-11-23' });
    await recordOfflineCustomer(context, { ...asked, clockOffset: 2_000 }, vouchedAtPoint, luz);
    expect(written).toContainEqual({
      verb: 'insertConsent',
      given: [
        expect.objectContaining({
          customerId: 'other',
          notice: '2026-11-23',
          how: 'offline',
          operatorId: asked.operatorId,
          deviceId: author.id,
          givenAt: new Date(Date.parse(asked.occurredAt) + 2_000),
        }),
      ],
    });
  });

  it('is merged into the customer who has the identification by then', async () => {
    const { result, written } = await register({ findCustomer: known(of('other')) });
    expect(result).toEqual(shown('other'));
    expect(written).toEqual([inserted('other'), receipt]);
  });

  it('who already exists is not registered twice', async () => {
    const same = { readCustomer: known(of(clientId)), findCustomer: known(of(clientId)) };
    expect((await register(same)).written).toEqual([receipt]);
  });

  it("gets a new id when the device's is another customer's, and is never merged into that one", async () => {
    const taken = { readCustomer: known(of(clientId)), findCustomer: known(null) };
    const meant = (personId: string) => ({
      verb: 'insertReceipt',
      given: [
        {
          opId: `${clientId} meant by ${author.id}`,
          bodyHash: 'meant',
          refusal: null,
          answer: { personId },
        },
        now,
      ],
    });
    const fresh = await register(taken);
    expect(fresh.result).toEqual(shown(newId));
    expect(fresh.written).toEqual([inserted(null, { id: newId }), meant(newId), receipt]);
    const named = await register({ ...taken, findCustomer: known(of('other')) });
    expect(named.result).toEqual(shown('other'));
    expect(named.written).toEqual([meant('other'), receipt]);
  });

  it('is not registered with other data than the device signed, with a receipt for it', async () => {
    const changed = await register({}, { ...luz, ownerName: 'Eva' });
    expect(changed.result).toMatchObject({ state: 'refused', refusal: { code: 'REGISTRATION_CHANGED' } });
    expect(changed.written).toEqual([
      {
        verb: 'insertIncidents',
        given: [[{ deviceId: author.id, kind: 'changed-body', seq: 7, opId: envelope.opId, noticedAt: now }]],
      },
      refusedFor('REGISTRATION_CHANGED'),
    ]);
    const none = await register({}, null);
    expect(none.result).toMatchObject({ state: 'refused', refusal: { code: 'REGISTRATION_CHANGED' } });
    expect(none.written).toEqual([refusedFor('REGISTRATION_CHANGED')]);
  });

  it('has no invisible characters in name and number, though the device signed them (C6)', async () => {
    const hidden = { ownerName: 'Luz\u200B Marina\u202E', identificacion: 'CC\u00AD 1' };
    const { context, written } = entryContext();
    const asked = entryOf('customer', { clientId, dataHash: canonicalHash(hidden) });
    await recordOfflineCustomer(context, asked, vouchedAtPoint, hidden);
    expect(written).toContainEqual(inserted(null, { ownerName: 'Luz Marina', identificacion: 'CC 1' }));
  });

  it('is requested again when another device carried other data, without an entry against their own', async () => {
    for (const carried of [null, { ...luz, ownerName: 'Eva' }]) {
      const { context, written } = entryContext();
      const neighbour = { ...context, uploaderId: 'a neighbour' };
      const result = await recordOfflineCustomer(neighbour, envelope, vouchedAtPoint, carried);
      expect(result).toMatchObject({ state: 'again', refusal: { code: 'REGISTRATION_CHANGED' } });
      expect(written).toEqual([]);
    }
  });

  it("is restored by this server's seal, under a temporary name when no device has the real one", async () => {
    const facts = { isProven: true };
    expect((await register({}, luz, facts)).written).toEqual([inserted(null), receipt]);
    expect(await register({ findCustomer: known(of('other')) }, luz, facts)).toEqual({
      result: shown('other'),
      written: [inserted('other'), receipt],
    });
    const unnamed = { ownerName: 'Cliente por confirmar', identificacion: 'por confirmar cccccccc' };
    for (const registration of [null, { ...luz, ownerName: 'Eva' }])
      expect(await register({}, registration, facts)).toEqual({
        result: { opId: envelope.opId, state: 'accepted' },
        written: [inserted(null, unnamed), receipt],
      });
    expect((await register({ readCustomer: known(of(clientId)) }, null, facts)).written).toEqual([receipt]);
  });

  const doubts: [string, Partial<EntryFacts>, object][] = [
    ['FORBIDDEN', { operator: vouched.operator }, { state: 'refused' }],
    ['FORBIDDEN', { operator: { ...yamid, isActive: false } }, { state: 'refused' }],
    ['NOT_OPERATOR', { operator: null }, { state: 'again' }],
    ['SIGN_IN_AGAIN', { operator: { ...yamid, isSuspended: true } }, { state: 'again' }],
  ];
  it.each(doubts)('is refused without permission: %s, %#', async (code, facts, said) => {
    const { result, written } = await register({}, luz, facts);
    expect(result).toMatchObject({ ...said, refusal: { code } });
    expect(written).toEqual('refused' === result.state ? [refusedFor(code)] : []);
  });

  it('may be registered by a person suspended later, and by a market', async () => {
    const operator = { ...yamid, isSuspended: true };
    expect((await register({}, luz, { operator, isOfBefore: true })).result.state).toBe('accepted');
    const market = { ...yamid, userType: 'GLOBAL_MARKET' } as const;
    expect((await register({}, luz, { operator: market })).result.state).toBe('accepted');
  });

  it("waits, outside the journal, after the device's daily maximum of registrations", async () => {
    await expect(register({ takeRegistration: () => Promise.resolve(false) })).rejects.toThrow(
      'TOO_MANY_REQUESTS',
    );
  });
});
