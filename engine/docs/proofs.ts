import type { Proof } from './proof.ts'
import { proofsOfAdverts } from './proofs-of-adverts.ts'
import { proofsOfFiles } from './proofs-of-files.ts'
import { proofsOfLocates } from './proofs-of-locates.ts'
import { proofsOfMarkets } from './proofs-of-markets.ts'
import { proofsOfOutcomes } from './proofs-of-outcomes.ts'
import { proofsOfPairs } from './proofs-of-pairs.ts'
import { proofsOfPlatform } from './proofs-of-platform.ts'

const numberOf = ({ section }: Proof): number => Number.parseFloat(section)
const conditionOf = ({ section }: Proof): number => Number(section.split('E')[1] ?? 0)

/**
 * Every sentence of the rules that the engine or the server decides, with its test, in the order of the
 * rules.
 */
export const proofs: readonly Proof[] = [
  ...proofsOfAdverts,
  ...proofsOfPairs,
  ...proofsOfLocates,
  ...proofsOfOutcomes,
  ...proofsOfMarkets,
  ...proofsOfPlatform,
  ...proofsOfFiles,
].toSorted((a, b) => numberOf(a) - numberOf(b) || conditionOf(a) - conditionOf(b))
