import { devices } from '#tests/e2e/open-device.ts';
import { until, type Hand, type ReachBrowser } from './hand.ts';
import { startMiniBrowser, type WebDriverSession } from './webdriver.ts';

/** Debian's WebKit, driven by its own WebDriver: the closest to an iPhone's browser that runs on Linux. */
export function webkitBrowser(name: string, binary: string): ReachBrowser {
  return {
    name,
    restarts: false,
    isBelowFloor: false,
    async openDevice() {
      const session = await startMiniBrowser(binary);
      await session.call('POST', '/window/rect', devices.tablet);
      return webkitHand(session);
    },
  };
}

/** In the page: finds an element by its text like a person, and returns the point to tap. */
const finder = `
const words = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim();
const isShown = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
};
const tappable = (name) => [...document.querySelectorAll('button, a[href], [role=button], label')]
  .find((element) => words(element) === name && isShown(element) && !element.disabled && !element.closest('[inert]'));
const field = (label) => [...document.querySelectorAll('input, select, textarea')].find((element) =>
  isShown(element) && (element.getAttribute('aria-label') === label ||
    [...(element.labels ?? [])].some((one) => words(one) === label)));
const spot = (element) => {
  element.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const top = document.elementFromPoint(middle.x, middle.y);
  return top !== null && (element.contains(top) || top.contains(element)) ? middle : null;
};
`;

function webkitHand({ call, end }: WebDriverSession): Hand {
  const inPage = <Value>(script: string, ...values: readonly unknown[]): Promise<Value> =>
    call<Value>('POST', '/execute/sync', { script: finder + script, args: values });

  async function tapAt(script: string, word: string): Promise<void> {
    let place: { x: number; y: number } | null = null;
    await until(async () => (place = await inPage(script, word)) !== null, `to tap "${word}"`);
    const pointer = { type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' } };
    const { x, y } = place ?? { x: 0, y: 0 };
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await call('POST', '/actions', { actions: [{ ...pointer, actions }] });
  }

  async function type(text: string): Promise<void> {
    const actions = text.split('').flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  return {
    async open(url) {
      // A page that is closed right after a write may wedge its database in this engine (docs/gotchas.md).
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await call('POST', '/url', { url });
    },
    path: () => inPage('return location.pathname'),
    sees: (text, timeoutMs) =>
      until(
        () => inPage('return document.body.innerText.includes(arguments[0])', text),
        `"${text}"`,
        timeoutMs,
      ),
    async fill(label, value) {
      await tapAt('const found = field(arguments[0]); return found ? spot(found) : null', label);
      await inPage('document.activeElement.select()');
      await type(value);
    },
    async choose(label, option) {
      const script = `
        const select = field(arguments[0]);
        const chosen = select && [...select.options].find(({ text }) => text === arguments[1]);
        if (!chosen) return false;
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, chosen.value);
        select.dispatchEvent(new Event('change', { bubbles: true }));
        return true;`;
      await until(() => inPage(script, label, option), `to choose "${option}"`);
    },
    tap: (name) => tapAt('const found = tappable(arguments[0]); return found ? spot(found) : null', name),
    ask: <Value>(expression: string) =>
      call<Value>('POST', '/execute/async', {
        script: `const tell = arguments[arguments.length - 1]; Promise.resolve(${expression}).then(tell)`,
        args: [],
      }),
    press: type,
    // The driver cannot reopen a profile: reloading the page without its session is the closest.
    restart: () => inPage('sessionStorage.clear()'),
    screenshot: async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64'),
    close: end,
  };
}
