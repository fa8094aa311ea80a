import { yen } from '@aitai/engine/market/price.ts'
import type { FuzzServer } from './fuzz-server.ts'

/** So many securities are enough for people to meet in. */
const traded = 6

/** What people trade in, with its close in yen. */
export const tradableSecurities = ({
  running,
}: FuzzServer): readonly { securityId: string; ric: string; close: number }[] =>
  running.app.reference
    .names()
    .listed.slice(0, traded)
    .map(({ security: { securityId, ric, closePrice } }) => ({ securityId, ric, close: closePrice / yen }))
