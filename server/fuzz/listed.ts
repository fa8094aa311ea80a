import { yen } from '@aitai/engine/equity.ts'
import type { Place } from './place.ts'

/** So many securities are enough for people to meet in. */
const traded = 6

/** What people trade in, with its close in yen. */
export const equityIn = ({ running }: Place): readonly { securityId: string; ric: string; close: number }[] =>
  running.app.reference
    .names()
    .listed.slice(0, traded)
    .map(({ security: { securityId, ric, closePrice } }) => ({ securityId, ric, close: closePrice / yen }))
