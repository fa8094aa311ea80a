import type { DialectName } from '../dialect.ts'

/** The venue's settings by day, the size limits of institutions, and the average daily volume of securities. */
export function venueSettingsAndSizesSchema(dialect: DialectName): string[] {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  return [
    // The settings that change at the start of a trading day, counted in days since 1970-01-01 in Tokyo.
    `create table venue_change (day ${whole} primary key, body text not null)`,
    // In 1/10,000 yen: JPY 20,000,000,000, and no limit on all live adverts together (docs/rules.md §22).
    `alter table firm add column largest_notional ${whole} default 200000000000000`,
    `alter table firm add column largest_live_notional ${whole}`,
    // In shares, over 20 days; null if unknown.
    `alter table equity add column average_daily_volume ${whole}`,
  ]
}
