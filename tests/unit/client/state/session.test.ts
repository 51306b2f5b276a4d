import '#tests/support/browser/browser-globals.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { signIn } from '#src/client/api/sign-in.ts';
import { holdPurchaseOpen } from '#src/client/state/open-purchase.ts';
import { endSession, onSignInOrOut, readAuth, signOutLocally } from '#src/client/state/session.ts';
import { useActor } from '#src/client/state/unlocked.ts';

const rosalba = {
  sub: 'stall-1',
  email: 'rosalba@mercado.co',
  userType: 'ESTANTE',
  globalMarketId: 'ABC234',
  status: 'APROBADO',
};

/** Returns the person that the pages show as working. */
function atWork(): string {
  return renderToStaticMarkup(createElement(() => useActor()?.id ?? 'nobody'));
}

function signInRosalba(): void {
  const claims = Buffer.from(JSON.stringify({ ...rosalba, exp: 2_000_000_000 })).toString('base64url');
  signIn({ token: `e30.${claims}.sig`, refreshToken: 'a-refresh-token' });
}

afterEach(() => signOutLocally());

describe('a session that the server ends', () => {
  it('leads to the entrance when no money is in hand', () => {
    signInRosalba();
    expect(atWork()).toBe('stall-1');
    endSession();
    expect(atWork()).toBe('nobody');
    expect(readAuth()).toMatchObject({
      error: 'session-ended',
      isAuthenticated: false,
      token: '',
      user: null,
    });
  });

  it('leaves a sale that is being typed its screen and its person, without a token', () => {
    signInRosalba();
    const close = holdPurchaseOpen();
    endSession();
    expect(atWork()).toBe('stall-1');
    expect(readAuth()).toMatchObject({ isAuthenticated: false, token: '', refreshToken: '', user: null });
    close();
    expect(atWork()).toBe('nobody');
  });

  it('waits for the last of two open sales', () => {
    signInRosalba();
    const [first, second] = [holdPurchaseOpen(), holdPurchaseOpen()];
    endSession();
    first();
    expect(atWork()).toBe('stall-1');
    second();
    expect(atWork()).toBe('nobody');
  });

  it('does not bring the person back with the next sale', () => {
    signInRosalba();
    const close = holdPurchaseOpen();
    endSession();
    close();
    const next = holdPurchaseOpen();
    expect(atWork()).toBe('nobody');
    next();
  });

  it('ends at once when the person signs out during a sale', () => {
    signInRosalba();
    const close = holdPurchaseOpen();
    endSession();
    signOutLocally();
    expect(atWork()).toBe('nobody');
    close();
  });
});

describe('a token', () => {
  it.each([
    ['without claims', 'no-dots'],
    ['with claims that are no JSON', `e30.${Buffer.from('{').toString('base64url')}.s`],
    ['with claims of another product', `e30.${Buffer.from('{"sub":"1"}').toString('base64url')}.s`],
  ])('%s signs nobody in', (_name, token) => {
    expect(signIn({ token, refreshToken: 'a-refresh-token' })).toBe(false);
    expect(atWork()).toBe('nobody');
  });

  it('with letters beyond ASCII decodes unchanged', () => {
    const claims = Buffer.from(JSON.stringify({ ...rosalba, email: 'peña@mercado.co' })).toString(
      'base64url',
    );
    expect(signIn({ token: `e30.${claims}.sig`, refreshToken: 'a-refresh-token' })).toBe(true);
    expect(readAuth().user?.email).toBe('peña@mercado.co');
  });
});

describe('listeners of a session', () => {
  it('receive sign-ins and sign-outs, and no renewals of the token', () => {
    const heard: string[] = [];
    const stop = onSignInOrOut((user) => heard.push(user?.id ?? 'nobody'));
    signInRosalba();
    signInRosalba();
    signOutLocally();
    signInRosalba();
    stop();
    signOutLocally();
    expect(heard).toEqual(['stall-1', 'nobody', 'stall-1']);
  });
});
