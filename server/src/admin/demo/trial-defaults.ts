import { type Config, ConfigError } from '../../config.ts'
import { isLoopbackHost } from '../../loopback.ts'

/** Whether people trade on it: others reach it, and it has no demonstration. */
export const isProduction = ({ publicUrl, demo }: Pick<Config, 'publicUrl' | 'demo'>): boolean =>
  !demo && !isLoopbackHost(new URL(publicUrl).hostname)

const cures = {
  QUOTES:
    'prices would be invented. Set QUOTES=http and FEED_TOKEN (docs/operations/quotes.md), or QUOTES=simulated if this is a trial',
  CALENDAR: 'the market would never close. Set CALENDAR=jpx, or CALENDAR=always-open if this is a trial',
} as const

/** Throws ConfigError if people would trade on a default that is for trials, without the consent of the operator. */
export function refuseTrialDefaults(config: Pick<Config, 'publicUrl' | 'demo' | 'trialDefaults'>): void {
  const [first] = config.trialDefaults
  if (!isProduction(config) || first === undefined) return
  throw new ConfigError(
    `${first} is not set, PUBLIC_URL is an address for others and DEMO is off: ${cures[first]}.`,
  )
}
