import { defaultLimits } from '@aitai/engine/limits.ts'
import { budgetKinds } from '@aitai/engine/matching/probing-budgets.ts'
import type { Section } from '../example.ts'
import { code, list } from '../markdown.ts'

const { probing } = defaultLimits

/** What makes probing for others' adverts costly (docs/rules.md §21). */
export const probingBudgets: Section = {
  title: '21 Probing',
  text: [
    'A locate tells each side that the other exists and, if it is smaller, its size. That must not be cheap to ask for. A failure is a decline, excused or not, a timeout, or a withdrawal by one’s own knockout; it counts on the trading day on which the locate ends. Until the next trading day:',
    list([
      `an institution with ${probing.failuresPerSecurity} failures in a security is not located there;`,
      `two institutions with ${probing.failedLocatesPerPair} failed locates between them, in all securities together, do not meet;`,
      `a trader with ${probing.failuresPerTrader} failures, or an institution with ${probing.failuresPerFirm}, is not located at all.`,
    ]),
    `An institution is told its own budgets by why-not-matching (${budgetKinds.map((kind) => code(`${kind}_BUDGET`)).join(', ')}). Nobody is told those of others, nor that of two institutions. Affiliates count separately.`,
  ],
}
