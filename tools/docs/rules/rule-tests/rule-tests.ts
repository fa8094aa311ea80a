import { advertRules } from './advert-rules.ts'
import { locateRules } from './locate-rules.ts'
import { marketRules } from './market-rules.ts'
import { matchingRules } from './matching-rules.ts'
import { outcomeRules } from './outcome-rules.ts'
import { platformRules } from './platform-rules.ts'
import type { RuleTest } from './rule-test.ts'
import { uploadRules } from './upload-rules.ts'

const numberOf = ({ section }: RuleTest): number => Number.parseFloat(section)
const conditionOf = ({ section }: RuleTest): number => Number(section.split('E')[1] ?? 0)

/**
 * Every sentence of the rules that the engine or the server decides, with its test, in the order of the
 * rules.
 */
export const ruleTests: readonly RuleTest[] = [
  ...advertRules,
  ...matchingRules,
  ...locateRules,
  ...outcomeRules,
  ...marketRules,
  ...platformRules,
  ...uploadRules,
].toSorted((a, b) => numberOf(a) - numberOf(b) || conditionOf(a) - conditionOf(b))
