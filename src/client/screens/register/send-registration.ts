import {
  registerCustomer,
  registerMarket,
  registerStall,
  registerSupplier,
  registerTopUpPoint,
} from '#src/client/api/auth.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import type { RegistrationForm } from './registration-form.ts';

/** The path depends on the type; a Usuario sends its name, type and identification, and no empty field travels. */
export function sendRegistration(form: RegistrationForm): Promise<Outcome<unknown>> {
  const ownerName = form.ownerName.trim();
  const identificacion = form.identificacion.trim();
  if (form.userType === 'USUARIO')
    return registerCustomer({ ownerName, userType: 'USUARIO', identificacion });
  const account = {
    ownerName,
    email: form.email.trim().toLowerCase(),
    phone: form.phone.trim(),
    password: form.password,
    passwordConfirm: form.passwordConfirm,
  };
  const globalMarketId = form.globalMarketId.trim();
  switch (form.userType) {
    case 'ESTANTE':
      return registerStall({
        ...account,
        userType: 'ESTANTE',
        estanteName: form.estanteName.trim(),
        globalMarketId,
      });
    case 'RECARGA':
      return registerTopUpPoint({ ...account, userType: 'RECARGA', globalMarketId });
    case 'GLOBAL_MARKET':
      return registerMarket({ ...account, userType: 'GLOBAL_MARKET', marketName: form.marketName.trim() });
    default:
      return registerSupplier({
        ...account,
        userType: 'PROVEEDOR',
        ...(identificacion === '' ? {} : { identificacion }),
      });
  }
}
