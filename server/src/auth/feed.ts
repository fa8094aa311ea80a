import type { Config } from '../config.ts'
import { isSame } from './tokens.ts'

/** Whether a token is that of the venue's own source of prices. Nobody's while prices come from elsewhere. */
export const isFeed = ({ quotes }: Pick<Config, 'quotes'>, token: string): boolean =>
  quotes.source === 'http' && isSame(quotes.token, token)
