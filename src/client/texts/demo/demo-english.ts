import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';

const { lead, steps, decide, needsLan, needsSecure, comeInAs } = demoTexts;

/** Swaps the main line and the one beside it. */
const swapped = <Line extends { main: string; beside: string }>({ main, beside, ...rest }: Line) => ({
  ...rest,
  main: beside,
  beside: main,
});

/** The demo's first page in English. The tabs that it opens are in Spanish. */
export const demoEnglish: DemoTexts = {
  ...demoTexts,
  lang: 'en',
  besideLang: 'es',
  title: 'Ten minutes at the market',
  notice: ['This is a demonstration.', 'The money is not real.'],
  lead: swapped(lead),
  steps: {
    point: { ...swapped(steps.point), name: 'The top-up point', open: 'Open the point' },
    stall: { ...swapped(steps.stall), name: 'The stall', open: 'Open the stall' },
    customer: { ...swapped(steps.customer), name: "The customer's phone", open: 'Open the phone' },
    noSignal: { ...swapped(steps.noSignal), name: 'No link', open: "Cut the stall's link" },
  },
  decide: { ...swapped(decide), open: 'Decide who pays' },
  needsSecure: swapped(needsSecure),
  openAgain: 'Open again',
  opened: 'Opened',
  waiting: 'One moment',
  said: (step, state) => `Step ${step}, ${state.toLowerCase()}`,
  typedCode: { main: 'No camera', beside: 'Sin cámara:' },
  qrLabel: "QR code of the customer's phone",
  aim: 'Point the camera of your phone here',
  sameNetwork: 'In the same Wi-Fi as this computer.',
  needsLan: swapped(needsLan),
  showQr: 'Show the QR to another phone',
  comeInAs: swapped(comeInAs),
  others: {
    market: 'Market manager',
    otherStall: 'Another stall',
    supplier: 'Supplier',
    admin: 'Administrator',
  },
};
