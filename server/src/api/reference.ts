import { getEquities, userBrokersList, webVersion } from '@aitai/contract/routes/reference.ts'
import type { Broker, Equity as EquityView } from '@aitai/contract/schemas/reference.ts'
import { dateOfDay } from '@aitai/engine/calendar/trading-days.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import type { ShareRatio } from '@aitai/engine/model/share-ratio.ts'
import type { AppContext } from '../context.ts'
import type { Equity } from '../reference/equities.ts'
import type { Names } from '../reference/names.ts'
import { serve } from './serve.ts'

/** Securities, brokers and the client's version (docs/specification.md §1, §3, §7). */
export function referenceCalls(app: AppContext): void {
  serve(app, getEquities, async () =>
    app.reference.names().listed.map((equity) => equityView(equity, app.reference.names())),
  )

  serve(app, userBrokersList, (_, { firmId }) => brokersOf(app, firmId))

  // A client older than this asks its user to reload.
  serve(app, webVersion, async () => app.config.webVersion)
}

/** The active brokers that are enabled for an institution, sorted by name. */
export async function brokersOf({ market, reference }: AppContext, firmId: string): Promise<Broker[]> {
  const enabled = await market.read((state) => [...(state.firms.get(firmId)?.brokerIds ?? [])])
  return [...reference.names().brokers.values()]
    .filter(({ brokerId, active }) => active && enabled.includes(brokerId))
    .map(({ brokerId, name, shortName }) => ({ brokerID: brokerId, brokerName: name, shortName }))
    .sort((a, b) => (a.brokerName < b.brokerName ? -1 : 1))
}

const equityView = ({ security, ...equity }: Equity, { ratiosOf }: Names): EquityView => ({
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
  tickTable: security.tickTable,
  exchange: security.exchange,
  ...ratiosView(ratiosOf(security.securityId)),
  ...(equity.averageDailyVolume === null ? {} : { averageDailyVolume: equity.averageDailyVolume }),
})

const ratiosView = (ratios: readonly ShareRatio[]): Pick<EquityView, 'ratios'> =>
  ratios.length === 0
    ? {}
    : { ratios: ratios.map(({ day, ...ratio }) => ({ day: dateOfDay(day), ...ratio })) }
