import { type TransactionType, transactionTypes } from '@aitai/engine/adverts/advert.ts'
import { legOf, type TransactionTerms, transactionsFit } from '@aitai/engine/matching/cash-swap.ts'
import { examples, type Section } from '../example.ts'
import { code, table } from '../markdown.ts'

const short: Readonly<Record<TransactionType, string>> = { CASH_ONLY: 'C', CASH_SWAP: 'CS', SWAP_ONLY: 'S' }

const all: readonly TransactionTerms[] = transactionTypes.flatMap((transactionType) =>
  transactionTypes.map((transactionTypePreference) => ({ transactionType, transactionTypePreference })),
)
const nameOf = ({ transactionType, transactionTypePreference }: TransactionTerms): string =>
  `${short[transactionType]}→${short[transactionTypePreference]}`

function cell(own: TransactionTerms, contra: TransactionTerms): string {
  if (!transactionsFit(own, contra)) return '–'
  return `${legOf(own, contra)?.[0] ?? ''}${legOf(contra, own)?.[0] ?? ''}`
}

const compatible = all.flatMap((own) => all.filter((contra) => transactionsFit(own, contra))).length

const terms = (own: TransactionType, takes: TransactionType): TransactionTerms => ({
  transactionType: own,
  transactionTypePreference: takes,
})

type Given = Readonly<Record<'brings' | 'takes' | 'contraBrings' | 'contraTakes', TransactionType>>

const vectors = examples(
  'Own side brings {brings} and takes {takes}; the contra brings {contraBrings} and takes {contraTakes}: {outcome}.',
  ({ brings, takes, contraBrings, contraTakes }: Given) => {
    const [own, contra] = [terms(brings, takes), terms(contraBrings, contraTakes)]
    const legs = `legs ${legOf(own, contra)} and ${legOf(contra, own)}`
    return { outcome: transactionsFit(own, contra) ? legs : 'they do not meet' }
  },
  [
    {
      given: { brings: 'CASH_ONLY', takes: 'CASH_SWAP', contraBrings: 'SWAP_ONLY', contraTakes: 'CASH_ONLY' },
      gives: { outcome: 'legs CASH and SWAP' },
    },
    {
      given: { brings: 'CASH_ONLY', takes: 'CASH_ONLY', contraBrings: 'SWAP_ONLY', contraTakes: 'CASH_SWAP' },
      gives: { outcome: 'they do not meet' },
    },
    {
      given: { brings: 'CASH_SWAP', takes: 'CASH_SWAP', contraBrings: 'CASH_SWAP', contraTakes: 'CASH_SWAP' },
      gives: { outcome: 'legs CASH and CASH' },
    },
  ],
)

/** The whole matrix of offered and accepted legs (docs/rules.md §5). */
export const cashSwap: Section = {
  title: '5 Cash and swap',
  text: [
    `Each side says what it brings and what it takes from the contra: cash (C), swap (S) or either (CS). Both must be able to bring something that the other takes; a side brings cash where it may. The legs may differ: then the executing broker stands between them, and where one leg is a swap it must be able to write swaps.`,
    `Rows are the own side and columns the contra, each written as what it brings → what it takes. A cell gives the own leg and the contra’s, or – where the two cannot meet. Of ${all.length ** 2} combinations ${compatible} are compatible.`,
    table(
      ['', ...all.map((contra) => code(nameOf(contra)))],
      all.map((own) => [code(nameOf(own)), ...all.map((contra) => cell(own, contra))]),
    ),
  ],
  examples: vectors,
}
