/**
 * A stall's void reads what its customer has redeemed since the sale, and a market's home what was voided of the day's sales and
 * which customers owe points after a void. Each by an index.
 */
export const redemptionsOfACustomer = {
  id: '0043-redemptions-of-a-customer',
  servesOlder: true,
  sql: `
create index redemption_customer on redemption (customer_id, market_id, recorded_at);
create index purchase_void_market on purchase_void (market_id, recorded_at);
`,
};
