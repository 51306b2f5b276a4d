/**
 * Seeds that once found a fault, kept permanently with its description. Their draws change with the
 * simulator, so each fault also has a test of its name.
 */
export const keptSeeds: readonly { seed: number; fault: string }[] = [
  { seed: 1, fault: "a clock set back made a dead tab's lease last a day (disasters/lease-and-clock)" },
  { seed: 411, fault: 'a call that an older server does not know was a refusal (disasters/older-server)' },
  { seed: 1939, fault: 'a disk that failed beside a call let go of the lock (disasters/device-journal)' },
  { seed: 2477, fault: 'the same, and once more after it' },
  {
    seed: 77,
    fault: 'a sale was sent with the session of whoever had signed in meanwhile (disasters/outbox)',
  },
  { seed: 278, fault: 'the same, after the session had been renewed' },
  {
    seed: 4069,
    fault: 'a request beside the one that lost the handle was taken for a failure of the product',
  },
  { seed: 8519, fault: 'a device that had lost everything sold with the session of another tablet' },
  {
    seed: 9070,
    fault:
      'what a withdrawal had given back to a voucher was taken for money that the device did not know of',
  },
  {
    seed: 8258,
    fault:
      'a top-up on its last step failed when something beside it opened the lost database again (unit/client/local/db/reopen-lost-handle)',
  },
  {
    seed: 3329,
    fault:
      'an answer read after a night asleep put the clock back by the night, and an old list was young again (unit/client/commands/sleeping-tablet)',
  },
  {
    seed: 777001012,
    fault: 'an answer read late put the clock back by hours (unit/client/local/device/device-clock)',
  },
  {
    seed: 5011,
    fault: 'a purchase whose voucher nobody knew was sent again every 15 seconds',
  },
  {
    seed: 1137,
    fault: 'a tablet sold by a list before it knew how wrong its clock was (unit/client/sync/keep-current)',
  },
  {
    seed: 347,
    fault:
      'a sealed sale whose acceptance stood in review was not asked for again, and never paid (slices/after-restore)',
  },
  {
    seed: 887301318,
    fault:
      'an old request brought the newest sealed operation back and turned another into a line, and no loss was noticed (slices/after-restore)',
  },
  {
    seed: 887301321,
    fault:
      'a sealed top-up of three days before was not shown to a restored server (unit/client/local/outbox/sealed-receipts)',
  },
  { seed: 887310670, fault: 'the same, of an operation that an old request had turned into a line' },
  {
    seed: 887310945,
    fault:
      'a sealed sale that a restored server lacked was not counted as open, and its voucher was sold again (unit/client/local/offline)',
  },
  {
    seed: 445,
    fault: "two papers of one merged person's were taken for papers of two customers",
  },
  {
    seed: 991002284,
    fault: 'a tablet was held to the limits of a restored server, which had forgotten what it had told it',
  },
  {
    seed: 869679006,
    fault: 'a sealed sale was paid after its stall had withdrawn it (slices/withdrawn-after-restore)',
  },
  {
    seed: 869678304,
    fault: 'a withdrawal that came with a sealed sale was refused, and the sale was paid',
  },
  {
    seed: 1127013500,
    fault: 'a judge took a balance that a void of the same stall had raised for unknown to it',
  },
  {
    seed: 1127024682,
    fault: "a judge took a market's void, under whose id a point had lied, for the point's own",
  },
  {
    seed: 1128021870,
    fault:
      'a sealed acceptance was refused because the seal of its purchase had made one in its place (slices/accepted-after-restore)',
  },
  {
    seed: 1128024548,
    fault:
      'a second copy had a top-up and not the registration that it waits for (unit/client/local/second/recover)',
  },
  {
    seed: 2057060292,
    fault: "a stall's acceptance stayed a line for a person where a sealed purchase had paid it",
  },
  {
    seed: 1129011699,
    fault:
      'a liar took the place in the journal of a sale that its acceptance had paid (slices/receipt-identity)',
  },
  {
    seed: 1129011972,
    fault: 'a list was taken after a sleep, with limits of days before (unit/client/sync/keep-current)',
  },
  { seed: 1129014243, fault: 'the simulator sold with a tablet whose enrolment a fault of the disk had cut' },
  {
    seed: 1130012748,
    fault: 'a judge blamed a tablet that started days ahead, without a link, for refusing a voucher as ended',
  },
  {
    seed: 1131011655,
    fault: 'a judge held a tablet to a revocation that a restore had lost',
  },
  {
    seed: 1133003186,
    fault: 'a top-up was refused because another point had taken the id on its paper (slices/taken-voucher)',
  },
  {
    seed: 1135019131,
    fault:
      'a database that failed in the middle of a large call ended the process (unit/server/sync/envelopes/prepare)',
  },
  { seed: 1135015244, fault: 'a judge forgot within two seconds that the clock had jumped' },
  {
    seed: 1135022168,
    fault:
      'a seal of a restored server took the place of the one that proves the opposite (unit/client/local/outbox/apply-receipt)',
  },
  {
    seed: 1135031372,
    fault:
      "a judge held a tablet to a report of before its own void, and a restored server to another stall's lost sales",
  },
  {
    seed: 1136030529,
    fault: 'a judge held a tablet to a certificate that its full disk had not taken',
  },
  {
    seed: 1136073403,
    fault:
      "a sale of another market's unlisted voucher was set aside because of what it had spent there (unit/domain/operations/offline-sale)",
  },
  {
    seed: 1136041526,
    fault: 'an answer read after a sleep replaced newer limits (unit/client/sync/handle-sync-response)',
  },
  {
    seed: 1136013921,
    fault:
      'nobody withdrew a sale that a tablet had ruled out while it was revoked, which a restore then lost',
  },
  {
    seed: 7311143,
    fault:
      "a withdrawal of another market's sale was a fault of the server (unit/server/sync/entries/withdrawal)",
  },
];
