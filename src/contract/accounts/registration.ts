import * as z from 'zod/mini';
import {
  anyMarketCodeField,
  customerNameField,
  emailField,
  globalMarketIdField,
  idField,
  identificacionField,
  ownerNameField,
  passwordField,
  phoneField,
  textField,
} from '../fields.ts';
import { maxLength } from '../limits.ts';
import { noticeField } from './notice.ts';

const signInFields = {
  ownerName: ownerNameField,
  email: emailField,
  phone: phoneField,
  password: passwordField,
  passwordConfirm: z.optional(z.string().check(z.maxLength(maxLength.password))),
};

/** Typed twice, it must be the same; an address that does not ask twice sends it once. */
function confirmed(payload: z.core.ParsePayload<{ password: string; passwordConfirm?: string | undefined }>) {
  const { password, passwordConfirm = password } = payload.value;
  if (passwordConfirm === password) return;
  const message = 'Las contraseñas no coinciden';
  payload.issues.push({ code: 'custom', path: ['passwordConfirm'], message, input: passwordConfirm });
}

/** cliente: registers a USUARIO. */
export const customerRegistrationSchema = z.object({
  ownerName: customerNameField,
  userType: z.optional(z.literal('USUARIO')),
  identificacion: identificacionField,
  /** Made by the device so that a customer registered twice by a retry stays one. */
  id: z.optional(idField),
  /** the version of the notice they said yes to; absent: nobody asked, "sin constancia" */
  notice: z.optional(noticeField),
});
export type CustomerRegistration = z.infer<typeof customerRegistrationSchema>;

const marketFields = { ...signInFields, marketName: textField(maxLength.marketName) };
const stallFields = {
  ...signInFields,
  estanteName: textField(maxLength.estanteName),
  globalMarketId: globalMarketIdField,
};
const topUpPointFields = { ...signInFields, globalMarketId: globalMarketIdField };
const supplierFields = { ...signInFields, identificacion: z.optional(identificacionField) };

/** mercado global */
export const marketRegistrationSchema = z
  .object({ ...marketFields, userType: z.optional(z.literal('GLOBAL_MARKET')) })
  .check(confirmed);
export type MarketRegistration = z.infer<typeof marketRegistrationSchema>;
export const marketRegisteredSchema = z.object({
  marketName: z.string(),
  globalMarketId: anyMarketCodeField,
});
export type MarketRegistered = z.infer<typeof marketRegisteredSchema>;

/** estante */
export const stallRegistrationSchema = z
  .object({ ...stallFields, userType: z.optional(z.literal('ESTANTE')) })
  .check(confirmed);
export type StallRegistration = z.infer<typeof stallRegistrationSchema>;

/** punto de recarga */
export const topUpPointRegistrationSchema = z
  .object({ ...topUpPointFields, userType: z.optional(z.literal('RECARGA')) })
  .check(confirmed);
export type TopUpPointRegistration = z.infer<typeof topUpPointRegistrationSchema>;

/** proveedor */
export const supplierRegistrationSchema = z
  .object({ ...supplierFields, userType: z.optional(z.literal('PROVEEDOR')) })
  .check(confirmed);
export type SupplierRegistration = z.infer<typeof supplierRegistrationSchema>;

/** Any of them at one address, told apart by `userType`; without one it is a customer. */
export const registrationSchema = z.discriminatedUnion('userType', [
  customerRegistrationSchema,
  z.object({ ...marketFields, userType: z.literal('GLOBAL_MARKET') }).check(confirmed),
  z.object({ ...stallFields, userType: z.literal('ESTANTE') }).check(confirmed),
  z.object({ ...topUpPointFields, userType: z.literal('RECARGA') }).check(confirmed),
  z.object({ ...supplierFields, userType: z.literal('PROVEEDOR') }).check(confirmed),
]);

/** primer uso: the first ADMIN, by the single-use link printed at start. */
/** What the link of the first ADMIN carries. */
export const setupLinkSchema = z.object({ token: z.string().check(z.regex(/^[\w-]{1,200}$/)) });

export const firstAdminSchema = z
  .object({
    ...signInFields,
    token: textField(200),
  })
  .check(confirmed);
export type FirstAdmin = z.infer<typeof firstAdminSchema>;
