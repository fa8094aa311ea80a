import { userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import type { AppContext } from '../context.ts'
import { serve } from './serve.ts'

/** The brokers that a trader may choose from (docs/specification.md §7). */
export function brokerCalls(app: AppContext): void {
  serve(app, userBrokersList, (_, { firmId }) => brokersOf(app, firmId))
}

/** The active brokers that are enabled for an institution, sorted by name. */
export async function brokersOf({ market, reference }: AppContext, firmId: string): Promise<Broker[]> {
  const enabled = await market.read((state) => [...(state.firms.get(firmId)?.brokerIds ?? [])])
  return [...reference.names().brokers.values()]
    .filter(({ brokerId, active }) => active && enabled.includes(brokerId))
    .map(({ brokerId, name, shortName }) => ({ brokerID: brokerId, brokerName: name, shortName }))
    .sort((a, b) => (a.brokerName < b.brokerName ? -1 : 1))
}
