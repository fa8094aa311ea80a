import { advertRules } from './sentences/adverts.ts'
import { locateRules } from './sentences/locates.ts'
import { matchingRules } from './sentences/matching.ts'
import { platformRules } from './sentences/platform.ts'

const numberOf = (id: string): number => Number.parseInt(id, 10)

/** Every sentence of the rules that the engine or the server decides, by its id, in the order of the sections. */
export const ruleSentences: readonly { readonly id: string; readonly text: string }[] = [
  advertRules,
  matchingRules,
  locateRules,
  platformRules,
]
  .flatMap((rules) => Object.entries(rules))
  .map(([id, text]) => ({ id, text }))
  .toSorted((a, b) => numberOf(a.id) - numberOf(b.id))
