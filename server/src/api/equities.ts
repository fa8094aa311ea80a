import { getEquities } from '@aitai/contract/routes/reference.ts'
import type { Equity as EquityView } from '@aitai/contract/schemas/reference.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import type { AppContext } from '../context.ts'
import type { Equity } from '../reference/equities.ts'
import { serve } from './serve.ts'

/** The securities that can be advertised (docs/specification.md §3, §7). */
export function equityCalls(app: AppContext): void {
  serve(app, getEquities, async () => app.reference.names().listed.map(equityView))
}

const equityView = ({ security, ...equity }: Equity): EquityView => ({
  equityId: security.securityId,
  ric: security.ric,
  name: equity.name,
  localName: equity.localName,
  kana: equity.kana,
  shortNames: [...equity.shortNames],
  tickSize: toYen(equity.tickSize),
  lotSize: security.lotSize,
  closePrice: toYen(security.closePrice),
  maxPrice: toYen(security.maxPrice),
  minPrice: toYen(security.minPrice),
  topix500: security.topix500,
  exchange: security.exchange,
  ...(equity.averageDailyVolume === null ? {} : { averageDailyVolume: equity.averageDailyVolume }),
})
