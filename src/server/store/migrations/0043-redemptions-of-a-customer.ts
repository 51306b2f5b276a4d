/**
 * A stall's void reads what its customer has redeemed since the sale, and a market's home which customers owe points after a void. Each by
 * an index: rewards are few, voids that took points back fewer.
 */
export const redemptionsOfACustomer = {
  id: '0043-redemptions-of-a-customer',
  servesOlder: true,
  sql: `
create index redemption_customer on redemption (customer_id, market_id, recorded_at);
create index purchase_void_points on purchase_void (market_id, recorded_at) where points > 0;
`,
};
