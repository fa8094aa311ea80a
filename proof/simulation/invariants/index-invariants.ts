import { snapshotOf, stateFrom } from '@aitai/engine/evolve/snapshot.ts'
import { type Advert, directions, isTerminal } from '@aitai/engine/model/advert.ts'
import { minimumAt, mostOfferedAt, traitsAt } from '@aitai/engine/model/pool.ts'
import type { PoolSide, State, StateIndex } from '@aitai/engine/model/state.ts'
import { assertInvariant } from './state-invariants.ts'

/** The parts of the index that are facts, not hints. */
function factsOf(index: StateIndex): Record<string, unknown> {
  const { books, openAdverts, openLocates, openHandovers, waiting, bits, hurdles } = index
  return {
    pools: [...books].flatMap(([id, book]) =>
      directions.flatMap((side) =>
        book[side].adverts.map((advert, i) => `${id} ${side} ${advert.id} ${entryAt(book[side], i)}`),
      ),
    ),
    openAdverts: [...openAdverts].flatMap(([firmId, own]) =>
      [...own].map(([securityId, { id }]) => `${firmId} ${securityId} ${id}`),
    ),
    openLocates: [...openLocates.keys()],
    openHandovers: [...openHandovers].flatMap(([traderId, agreements]) =>
      [...agreements].map((agreementId) => `${traderId} ${agreementId}`),
    ),
    waiting: idsIn(waiting),
    armed: [...books].flatMap(([securityId, { armed }]) => [...armed].map(({ id }) => `${securityId} ${id}`)),
    hurdles: hurdles.map((count, hurdle) => `${hurdle} ${count}`),
    bits: [...bits.brokers, ...bits.firms].map((each) => each.join(' ')),
  }
}

/** The values beside an advert in a pool. */
const entryAt = (side: PoolSide, i: number): string =>
  [mostOfferedAt(side, i), minimumAt(side, i), traitsAt(side, i)].join(' ')

const idsIn = (map: ReadonlyMap<string, ReadonlySet<Advert>>): string[] =>
  [...map].flatMap(([key, adverts]) => [...adverts].map(({ id }) => `${key} ${id}`))

/**
 * The index equals one that is rebuilt from the rest of the state, and its queues have everything that is due
 * after the current time.
 */
export function checkIndex(state: State, at = state.at): void {
  const rebuilt = factsOf(stateFrom(JSON.parse(JSON.stringify(snapshotOf(state)))).index)
  for (const [name, facts] of Object.entries(factsOf(state.index))) {
    const [kept, read] = [facts, rebuilt[name]].map((each) => [...(each as string[])].sort().join('\n'))
    assertInvariant(kept === read, `the index of ${name} is in step`)
  }
  checkQueues(state, at)
  checkHints(state)
}

function checkQueues({ adverts, cooldowns, rests, index }: State, at: number): void {
  const isQueued = ({ times, ids }: StateIndex['expiries'], id: string, time: number): boolean =>
    ids.some((each, i) => each === id && times[i] === time)
  for (const advert of adverts.values())
    if (advert.expiryDate !== null && !isTerminal(advert))
      assertInvariant(isQueued(index.expiries, advert.id, advert.expiryDate), 'every expiry is in the queue')
  for (const { locateId, deadline } of index.openLocates.values())
    assertInvariant(isQueued(index.deadlines, locateId, deadline), 'every deadline is in the queue')
  for (const [pair, { until }] of cooldowns)
    if (until > at)
      assertInvariant(isQueued(index.cooldownEnds, pair, until), 'every end of a cooldown is in the queue')
  for (const [key, { until }] of rests)
    if (until > at)
      assertInvariant(isQueued(index.restEnds, key, until), 'every end of a rest is in the queue')
}

/** Only live adverts are candidates, and every security that has some is listed. */
function checkHints({ index: { books, securitiesToSearch } }: State): void {
  for (const [securityId, { candidates }] of books) {
    for (const { advertisementStatus } of candidates)
      assertInvariant(advertisementStatus === 'LIVE', 'only live adverts are candidates')
    const isListed = candidates.size === 0 || securitiesToSearch.has(securityId)
    assertInvariant(isListed, 'the securities with candidates are listed')
  }
}
