import { postPurchaseIn } from '#src/server/ledger/purchases.ts';
import { describePurchases } from '#tests/support/market/purchase-rules.ts';

describePurchases('posted in steps', postPurchaseIn);
