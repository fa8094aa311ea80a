import { yen } from '@aitai/engine/model/price.ts'
import type { FuzzServer } from './fuzz-server.ts'

/** The number of securities, small enough for locates to happen. */
const traded = 6

/** The traded securities, with their closes in yen. */
export const tradableSecurities = ({
  running,
}: FuzzServer): readonly { securityId: string; ric: string; close: number }[] =>
  running.app.reference
    .names()
    .listed.slice(0, traded)
    .map(({ security: { securityId, ric, closePrice } }) => ({ securityId, ric, close: closePrice / yen }))
