import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

/** Limits of an enrolled device, and data that it may learn, when it registers customers. */
describe("registrations in a device's journal", () => {
  const place = marketForSuite();
  const secret = { ownerName: 'Nombre Secreto', identificacion: '1.098.765.432' };
  let secretId: string;
  beforeAll(async () => {
    const body = { ...secret, userType: 'USUARIO' };
    secretId = String((await place.as('RECARGA', '/auth/register', body)).body['_id']);
  });

  const probe = { ownerName: 'x', identificacion: '1098765432' };
  const stranger = () => ({ ownerName: 'luz marina', identificacion: `9${Date.now()}${unique()}` });
  let count = 0;
  const unique = () => String((count += 1)).padStart(4, '0');
  const isRegistered = async (id: string): Promise<boolean> => {
    const text = 'select 1 from person where id = $1';
    return (await place.rowsOf(text, id)).length > 0;
  };
  const results = async (device: SignedDevice, entries: SyncEntry[], token?: string) => {
    const { status, body } = await device.send(device.request(entries), token);
    expect(status).toBe(200);
    return (
      body as { results: { state: string; refusal?: { code: string }; reason?: string; customer?: object }[] }
    ).results;
  };
  const outcomes = async (...asked: Parameters<typeof results>): Promise<string[]> =>
    (await results(...asked)).map(({ state, refusal, reason }) =>
      [state, reason ?? refusal?.code].filter(Boolean).join(' '),
    );

  it('are refused from a stall, which learns nothing and registers no customer', async () => {
    const stall = await place.stallDevice();
    const [known, fresh] = [randomUUID(), randomUUID()];
    const entries = [stall.writeCustomer(probe, known), stall.writeCustomer(stranger(), fresh)];
    const answers = await results(stall, entries, place.market.tokens['ESTANTE']);
    expect(answers.map(({ state, refusal }) => [state, refusal?.code])).toEqual([
      ['refused', 'FORBIDDEN'],
      ['refused', 'FORBIDDEN'],
    ]);
    expect(answers.map((answer) => 'customer' in answer)).toEqual([false, false]);
    expect([await isRegistered(known), await isRegistered(fresh)]).toEqual([false, false]);
  });

  it('wait in the name of a person who may not work on the device', async () => {
    const stall = await place.stallDevice();
    stall.operatorId = place.market.ids['RECARGA'];
    const id = randomUUID();
    expect(await outcomes(stall, [stall.writeCustomer(probe, id)])).toEqual(['again NOT_OPERATOR']);
    expect(await isRegistered(id)).toBe(false);
  });

  it('return to a top-up point only the data it sent and the id', async () => {
    const kiosk = await place.kiosk();
    const entry = kiosk.writeCustomer(probe, randomUUID());
    const createAt = entry.envelope.occurredAt;
    expect((await results(kiosk, [entry]))[0]?.customer).toEqual({ _id: secretId, ...probe, createAt });
    const again = (await results(kiosk, [entry]))[0];
    expect(again?.customer).toEqual({ _id: secretId, ...probe, createAt });
    const forgotten = { envelope: entry.envelope, sig: entry.sig };
    expect((await results(kiosk, [forgotten]))[0]).not.toHaveProperty('customer');
  });

  it('are at most 500 a day on one device', async () => {
    const kiosk = await place.kiosk();
    const text = `update device set registered_count = 499,
      registered_on = (now() at time zone 'America/Bogota')::date where id = $1`;
    const entries = [1, 2].map(() => kiosk.writeCustomer(stranger(), randomUUID()));
    await place.rowsOf(text, kiosk.id);
    expect(await outcomes(kiosk, entries)).toEqual(['accepted', 'again TOO_MANY_REQUESTS']);
    const past = `update device set registered_on = registered_on - 1 where id = $1`;
    await place.rowsOf(past, kiosk.id);
    expect(await outcomes(kiosk, entries)).toEqual(['accepted', 'accepted']);
  });

  it('that are refused leave a receipt, so that their top-up does not wait forever', async () => {
    const kiosk = await place.kiosk();
    const unknown = randomUUID();
    const changed = kiosk.writeCustomer(stranger(), unknown);
    const entries = [
      { ...changed, registration: stranger() },
      kiosk.writePaper(1_000, unknown, { after: changed.envelope.opId }).topUp,
    ];
    const expected = ['refused REGISTRATION_CHANGED', 'in-review CUSTOMER_GONE'];
    expect(await outcomes(kiosk, entries)).toEqual(expected);
    expect(await outcomes(kiosk, entries)).toEqual(expected);
  });
});
