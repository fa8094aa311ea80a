import { defaultLimits } from '@aitai/engine/limits.ts'
import { chooseBroker } from '@aitai/engine/matching/broker-choice.ts'
import { advertIn, bookIn, buys, sells, world } from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
import { list } from '../markdown.ts'

interface Paths {
  readonly [name: string]: string
  readonly earlier: string
  readonly earlierIs: 'ranked' | 'unranked'
  readonly later: string
  readonly laterIs: 'ranked' | 'unranked'
}

function chosen({ earlier, earlierIs, later, laterIs }: Paths) {
  const state = bookIn(
    world(),
    buys('alder', 10_000, { brokerIds: earlier.split(' '), ranked: earlierIs === 'ranked' }),
    sells('birch', 10_000, { brokerIds: later.split(' '), ranked: laterIs === 'ranked' }),
  )
  const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  return { outcome: chooseBroker(state, a, b, 'locate-1') ?? 'they do not meet' }
}

const vectors = examples(
  'Earlier advert [{earlier}] {earlierIs}, later advert [{later}] {laterIs}: {outcome}.',
  chosen,
  [
    {
      given: { earlier: 'NOM DAI MIZ SMB', earlierIs: 'ranked', later: 'SMB MIZ DAI GS', laterIs: 'ranked' },
      gives: { outcome: 'DAI' },
    },
    {
      given: { earlier: 'NOM DAI', earlierIs: 'ranked', later: 'DAI NOM', laterIs: 'ranked' },
      gives: { outcome: 'NOM' },
    },
    {
      given: { earlier: 'NOM DAI MIZ', earlierIs: 'ranked', later: 'MIZ NOM', laterIs: 'unranked' },
      gives: { outcome: 'NOM' },
    },
    {
      given: { earlier: 'NOM DAI', earlierIs: 'ranked', later: 'MIZ GS', laterIs: 'ranked' },
      gives: { outcome: 'they do not meet' },
    },
  ],
)

/** The choice of the executing broker (docs/rules.md §7). */
export const brokers: Section = {
  title: '7 Executing broker',
  text: [
    `An advert names up to ${defaultLimits.brokersPerAdvert} brokers, in order of preference when ranked. Of those that both sides name, that are active and that both institutions may use, the engine takes the one with`,
    list([
      'the smallest sum of its two ranks, an unranked list counting 0;',
      'then the smaller of the worse ranks;',
      'then the better rank in the earlier advert;',
      'then by lot: the smaller SHA-256 of the locate’s id and the broker’s id, so that anybody can draw it again.',
    ]),
    'Where no broker is left the two do not meet, and nobody is told: a message would reveal a contra.',
  ],
  examples: vectors,
}
