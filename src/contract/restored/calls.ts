import type { Call } from '#src/contract/call.ts';
import {
  confirmationSchema,
  restoreAnswerCommandSchema,
  restoreAnsweredSchema,
  restoredJoinCommandSchema,
  restoredJoinSchema,
  restoredPayoutCommandSchema,
  restoredRefundCommandSchema,
  restoredSchema,
  restoreWithdrawCommandSchema,
} from './schemas.ts';

const confirm = {
  method: 'POST',
  roles: ['GLOBAL_MARKET'],
  answer: confirmationSchema,
  status: 201,
  idempotent: true,
  since: 5,
} as const;

/** después de restaurar: papers that a market confirms before it pays again */
export const restoredCalls = {
  readRestored: {
    method: 'GET',
    path: '/cash/restored',
    roles: ['GLOBAL_MARKET'],
    answer: restoredSchema,
    since: 5,
  },
  confirmPayout: { ...confirm, path: '/cash/restored/payout', body: restoredPayoutCommandSchema },
  confirmRefund: { ...confirm, path: '/cash/restored/refund', body: restoredRefundCommandSchema },
  confirmJoin: {
    ...confirm,
    path: '/cash/restored/join',
    body: restoredJoinCommandSchema,
    answer: restoredJoinSchema,
  },
  withdrawConfirmed: { ...confirm, path: '/cash/restored/withdraw', body: restoreWithdrawCommandSchema },
  answerRestored: {
    ...confirm,
    path: '/cash/restored/answer',
    body: restoreAnswerCommandSchema,
    answer: restoreAnsweredSchema,
  },
} as const satisfies Record<string, Call>;
