import type { EntranceTexts } from '#src/client/texts/accounts/login-texts.ts';

/** The sign-in page in English. The following pages are in Spanish. */
export const entranceEnglish: EntranceTexts = {
  lang: 'en',
  login: {
    title: 'Sign in',
    email: 'Email',
    userType: 'User type',
    userTypePlaceholder: 'Choose your user type',
    password: 'Password',
    submit: 'Sign in',
    submitting: 'Signing in...',
    missingField: 'All fields are required',
    missing: {
      email: 'Enter your email',
      userType: 'Choose your user type',
      password: 'Enter your password',
    },
    sessionEnded: 'Your session ended. Pending operations are saved and are sent once you sign in.',
    forgotten: 'I forgot my password',
    noAccount: 'No account yet?',
    register: 'Sign up',
    adminOnly: "Administrator's entrance",
  },
  userTypes: {
    USUARIO: 'Customer',
    ESTANTE: 'Stall',
    RECARGA: 'Top-up point',
    ADMIN: 'Administrator',
    GLOBAL_MARKET: 'Market',
    PRODUCT: 'Product',
    PROVEEDOR: 'Supplier',
  },
  unavailable: 'Not available',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  greeting: 'Good day. The market is open.',
  promise: 'Top up, get paid and keep clear accounts, with or without internet.',
  online: 'Online',
  offline: 'Offline',
};
