import { notionalOf } from '../adverts/size-limits.ts'
import { type Price, toYen, type Yen } from '../model/price.ts'

/** An own IOI in a locate. Its contra was shown the located quantity, and no other of the IOI. */
export interface ShownInLocate {
  /** The located shares, and the mid of the locate. */
  readonly quantity: number
  readonly mid: Price
  readonly isAgreed: boolean
  /** The shares that the broker has reported as executed. */
  readonly executed: number
}

/** What own interest has revealed, and the results. Values at the mid of each locate, in whole yen. */
export interface Exposure {
  readonly locates: number
  readonly shown: number
  readonly shownValue: Yen
  readonly agreements: number
  readonly agreed: number
  readonly agreedValue: Yen
  readonly executed: number
  readonly executedValue: Yen
  /** Fractions of the value that was shown; null if nothing was. */
  readonly agreedOfShown: number | null
  readonly executedOfShown: number | null
}

/** Adds up the locates of own IOIs (docs/rules.md §24, exposure). */
export function exposureOf(locates: readonly ShownInLocate[]): Exposure {
  const agreed = locates.filter(({ isAgreed }) => isAgreed)
  const shown = totalOf(locates, ({ quantity }) => quantity)
  const inAgreements = totalOf(agreed, ({ quantity }) => quantity)
  const executed = totalOf(agreed, (each) => each.executed)
  const ofShown = (value: Yen): number | null => (shown.value > 0 ? value / shown.value : null)
  return {
    locates: locates.length,
    shown: shown.shares,
    shownValue: shown.value,
    agreements: agreed.length,
    agreed: inAgreements.shares,
    agreedValue: inAgreements.value,
    executed: executed.shares,
    executedValue: executed.value,
    agreedOfShown: ofShown(inAgreements.value),
    executedOfShown: ofShown(executed.value),
  }
}

function totalOf(
  locates: readonly ShownInLocate[],
  sharesOf: (each: ShownInLocate) => number,
): { readonly shares: number; readonly value: Yen } {
  let [shares, value] = [0, 0]
  for (const each of locates) {
    shares += sharesOf(each)
    // Rounded as each of them is shown, so that a total is the sum of its rows.
    value += Math.round(toYen(notionalOf(sharesOf(each), each.mid)))
  }
  return { shares, value }
}
