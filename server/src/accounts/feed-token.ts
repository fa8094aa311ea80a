import type { Config } from '../config.ts'
import { isSameSecret } from './tokens.ts'

/** Whether a token is that of the venue's own source of prices. Nobody's while prices come from elsewhere. */
export const isFeedToken = ({ quotes }: Pick<Config, 'quotes'>, token: string): boolean =>
  quotes.source === 'http' && isSameSecret(quotes.token, token)
