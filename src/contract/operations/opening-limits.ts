/**
 * Maximum opening balance of one customer, of one stall, and of all valid ones in a market, in the smallest
 * unit shown.
 */
export const maxOpeningOfCustomer = 2_000_000;
export const maxOpeningOfStall = 20_000_000;
export const maxOpeningOfMarket = 200_000_000;
