import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import {
  customerRegistrationSchema,
  firstAdminSchema,
  marketRegisteredSchema,
  marketRegistrationSchema,
  registrationSchema,
  setupLinkSchema,
  stallRegistrationSchema,
  supplierRegistrationSchema,
  topUpPointRegistrationSchema,
} from './registration.ts';
import { userSchema } from './schemas.ts';
import { signInTypes } from './user-type.ts';

const registration = {
  method: 'POST',
  isOpen: true,
  status: 201,
  quota: 'registration',
} as const;

/**
 * Any account type at /auth/register, and each but the customer's on its own path too (specification, section
 * 7).
 */
export const registrationCalls = {
  /**
   * A USUARIO from the registration screen or the top-up point, or any other type by `userType`. Without a
   * session the answer for a customer repeats the input, whether or not the identification was known.
   */
  register: {
    ...registration,
    roles: signInTypes,
    path: '/auth/register',
    body: registrationSchema,
    answer: z.union([userSchema, marketRegisteredSchema]),
  },
  registerMarket: {
    ...registration,
    path: '/auth/create-market',
    body: marketRegistrationSchema,
    answer: marketRegisteredSchema,
  },
  registerStall: {
    ...registration,
    path: '/estantes/create-estantes',
    body: stallRegistrationSchema,
    answer: userSchema,
  },
  registerTopUpPoint: {
    ...registration,
    path: '/auth/create-recharger',
    body: topUpPointRegistrationSchema,
    answer: userSchema,
  },
  registerSupplier: {
    ...registration,
    path: '/proveedores/register',
    body: supplierRegistrationSchema,
    answer: userSchema,
  },
  /** Checks on opening the page whether the link is still valid: SETUP_LINK_INVALID if not. */
  checkSetupLink: {
    method: 'POST',
    path: '/auth/primer-uso/vigente',
    isOpen: true,
    body: setupLinkSchema,
    answer: setupLinkSchema,
    quota: 'registration',
  },
  /** By the link that the server prints while it has no ADMIN. */
  createFirstAdmin: {
    ...registration,
    path: '/auth/primer-uso',
    body: firstAdminSchema,
    answer: userSchema,
  },
} as const satisfies Record<string, Call>;

/** The call `register` for a customer, with a customer as its answer. */
export const registerCustomerCall = {
  ...registrationCalls.register,
  body: customerRegistrationSchema,
  answer: userSchema,
} as const satisfies Call;
